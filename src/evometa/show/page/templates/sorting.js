// Tables that can be sorted: each heading becomes a button, which works by mouse and by keyboard.
document.querySelectorAll("table.rows").forEach((table) => {
  const [body, heads] = [table.tBodies[0], [...table.tHead.rows[0].cells]];
  if (body.rows.length < 3) return;
  const numberIn = (text) => parseFloat(text.replace(/\u2212/g, "-").replace(/,/g, "").replace(/^[^\d+-]+(?=[\d+-])/, ""));
  const valueOf = (row, column) => {
    const text = row.cells[column].textContent.trim();
    return { text, number: heads[column].classList.contains("number") ? numberIn(text) : NaN };
  };
  const isMissing = ({ text }) => text === "" || text === "?" || text === "\u2013";
  const compare = (one, other) =>
    Number.isNaN(one.number) || Number.isNaN(other.number)
      ? one.text.localeCompare(other.text)
      : one.number - other.number;
  const sortBy = (head, column) => {
    const first = head.classList.contains("number") ? "descending" : "ascending";
    const second = first === "descending" ? "ascending" : "descending";
    const wanted = head.getAttribute("aria-sort") === first ? second : first;
    const rows = [...body.rows].map((row) => [row, valueOf(row, column)]);
    rows.sort(([, one], [, other]) =>
      isMissing(one) || isMissing(other)
        ? isMissing(one) - isMissing(other)
        : (wanted === "ascending" ? 1 : -1) * compare(one, other));
    body.append(...rows.map(([row]) => row));
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", wanted);
  };
  heads.forEach((head, column) => {
    if (!head.textContent.trim()) return;
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(head, column));
    head.append(button);
  });
});
