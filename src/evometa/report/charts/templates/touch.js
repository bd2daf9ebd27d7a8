// Keys in charts. Charts with a grid (data-row, data-column) are walked in two directions, others in their own order.
document.addEventListener("keydown", (event) => {
  const mark = event.target.closest?.(".chart [data-key]");
  if (!mark) return;
  if ((event.key === "Enter" || event.key === " ") && mark.getAttribute("role") === "button") {
    event.preventDefault();
    mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step) return;
  const next = "row" in mark.dataset ? besideInGrid(mark, step) : besideInOrder(mark, step[0] + step[1]);
  if (!next) return;
  event.preventDefault();
  next.focus();

  function besideInGrid(from, [down, right]) {
    const [row, column] = [Number(from.dataset.row) + down, Number(from.dataset.column) + right];
    return from.closest(".chart").querySelector(`[data-key][data-row="${row}"][data-column="${column}"]`);
  }

  function besideInOrder(from, by) {
    const marks = [...from.closest(".chart").querySelectorAll("[data-key]")];
    return marks[marks.indexOf(from) + by];
  }
});
