// A chart with the things that its points stand for: of these, the chosen one is shown. Without scripts all are.
document.querySelectorAll(".touch").forEach((whole) => {
  const choices = [...whole.querySelectorAll(".choice")];
  const marks = [...whole.querySelectorAll(".chart [data-key]")];
  const choose = (key) => {
    choices.forEach((each) => each.classList.toggle("chosen", each.id === key));
    marks.forEach((each) =>
      each.dataset.key === key ? each.setAttribute("aria-current", "true") : each.removeAttribute("aria-current"));
  };
  whole.classList.add("live");
  whole.querySelector(".choices").setAttribute("aria-live", "polite");
  marks.forEach((mark) => mark.addEventListener("click", (event) => {
    event.preventDefault();
    choose(mark.dataset.key);
  }));
  choose((choices.find((each) => each.classList.contains("first")) ?? choices[0])?.id);
});

// What can be copied has a button for it.
document.querySelectorAll("[data-copy]").forEach((code) => {
  if (!navigator.clipboard) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
  button.setAttribute("aria-label", code.dataset.copy);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  });
  code.after(" ", button);
});
