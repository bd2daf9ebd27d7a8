// Light or dark: as the reader's machine has it, until the switch says otherwise.
{
  const root = document.documentElement;
  const asked = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (asked.matches ? "dark" : "light")) === "dark";
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "theme" });
  const tell = () => { button.textContent = isDark() ? "Light colours" : "Dark colours"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    tell();
  });
  asked.addEventListener("change", tell);
  tell();
  document.querySelector("header").prepend(button);
}
