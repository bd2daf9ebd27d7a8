// The face of a card beside its name, while the mouse is on it or the keyboard has come to it. Escape closes it.
{
  const face = document.createElement("div");
  Object.assign(face, { id: "floating-face", className: "floating", hidden: true });
  face.setAttribute("role", "tooltip");
  document.body.append(face);
  let named = null;

  const show = (link) => {
    const source = document.getElementById(link.getAttribute("href").slice(1));
    if (!source) return;
    hide();
    named = link;
    face.replaceChildren(...[...source.childNodes].map((each) => each.cloneNode(true)));
    face.hidden = false;
    link.setAttribute("aria-describedby", face.id);
    place();
  };
  const place = () => {
    if (!named) return;
    const [at, size, gap] = [named.getBoundingClientRect(), face.getBoundingClientRect(), 6];
    const below = at.bottom + gap + size.height < innerHeight;
    face.style.left = `${Math.max(gap, Math.min(at.left, innerWidth - size.width - gap))}px`;
    face.style.top = `${Math.max(gap, below ? at.bottom + gap : at.top - size.height - gap)}px`;
  };
  const hide = () => {
    named?.removeAttribute("aria-describedby");
    named = null;
    face.hidden = true;
  };
  const CARDS = "a.card, .chart a[href^='#card-']";
  const cardOf = (event) => event.target.closest?.(CARDS);
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => cardOf(event) && show(cardOf(event)));
  }
  document.addEventListener("mouseout", (event) => {
    if (cardOf(event) && !face.contains(event.relatedTarget)) hide();
  });
  face.addEventListener("mouseleave", hide);
  document.addEventListener("focusout", (event) => cardOf(event) && hide());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", place, { passive: true, capture: true });
  document.querySelectorAll(CARDS).forEach((link) => link.addEventListener("click", (event) => event.preventDefault()));
}
