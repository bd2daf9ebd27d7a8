// Keys in charts. A chart is one stop of the tab key. From there arrow keys lead to all that can be touched in it: along
// rows and columns where it has them (data-row, data-column), else in its own order. Without this, each is a stop.
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function marksOf(chart) {
  return [...chart.querySelectorAll("a[data-key], [role=button][data-key]")];
}

function leaveOneStop(chart, wanted) {
  const marks = marksOf(chart);
  const stop = wanted ?? marks.find((each) => each.getAttribute("tabindex") === "0") ?? marks[0];
  marks.forEach((each) => each.setAttribute("tabindex", each === stop ? "0" : "-1"));
}

function findNext(mark, { key, ctrlKey }) {
  const marks = marksOf(mark.closest(".chart"));
  if (ctrlKey && !(key in STEPS)) return { Home: marks[0], End: marks.at(-1) }[key];
  const way = key === "ArrowUp" || key === "ArrowDown" ? "column" : "row"; // what stays as it is
  const line = marks.filter((each) => each.dataset[way] === mark.dataset[way]);
  return key in STEPS ? line[line.indexOf(mark) + STEPS[key]] : { Home: line[0], End: line.at(-1) }[key];
}

document.addEventListener("keydown", (event) => {
  const mark = event.target.closest?.(".chart [data-key]");
  if (!mark) return;
  if ((event.key === "Enter" || event.key === " ") && mark.getAttribute("role") === "button") {
    event.preventDefault();
    mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const next = findNext(mark, event);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("focusin", (event) => {
  const mark = event.target.closest?.(".chart [data-key]");
  if (mark) leaveOneStop(mark.closest(".chart"), mark);
});

// Charts that come later tell it by `chartdrawn`.
document.addEventListener("chartdrawn", (event) => {
  event.target.querySelectorAll(".chart").forEach((chart) => {
    leaveOneStop(chart, chart.contains(document.activeElement) ? document.activeElement : undefined);
  });
});
document.querySelectorAll(".chart").forEach((chart) => leaveOneStop(chart));

// A part that is wider than the screen can be scrolled by keyboard, too. It changes when the screen does, when numbers in
// it grow longer, and when it is drawn anew.
const measured = new WeakSet();
const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => {
  const part = target.closest(".wide");
  if (part?.scrollWidth > part?.clientWidth) part.tabIndex = 0;
  else part?.removeAttribute("tabindex");
}));

function measureParts() {
  document.querySelectorAll(".wide, .wide > *").forEach((each) => {
    if (measured.has(each)) return;
    measured.add(each);
    sizes.observe(each);
  });
}

new MutationObserver(measureParts).observe(document.body, { childList: true, subtree: true });
measureParts();
