(() => {
  const table = document.currentScript.previousElementSibling.querySelector("table");
  const body = table.tBodies[0];
  const valueOf = (row, column) => {
    const text = row.cells[column].textContent.trim();
    const number = parseFloat(text.replace(/\u2212/g, "-").replace(/,/g, ""));
    return { text, number };
  };
  const compare = (one, other) =>
    Number.isNaN(one.number) || Number.isNaN(other.number)
      ? one.text.localeCompare(other.text)
      : one.number - other.number;
  const sortBy = (head, column) => {
    const isRising = head.getAttribute("aria-sort") === "descending";
    const rows = [...body.rows].map((row) => [row, valueOf(row, column)]);
    rows.sort(([, one], [, other]) => (isRising ? 1 : -1) * compare(one, other));
    rows.forEach(([row]) => body.append(row));
    [...table.tHead.rows[0].cells].forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", isRising ? "ascending" : "descending");
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    head.tabIndex = 0;
    head.style.cursor = "pointer";
    head.addEventListener("click", () => sortBy(head, column));
    head.addEventListener("keydown", (event) => event.key === "Enter" && sortBy(head, column));
  });
})();
