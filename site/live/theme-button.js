// The button in the header, of the site and of the talk page: the system's theme, light, dark. public/theme.js sets the
// chosen one on the next pages.

const names = ["auto", "light", "dark"];
const { dataset } = document.documentElement;
const button = document.getElementById("Theme");

button?.addEventListener("click", () => {
  const next = names[(names.indexOf(dataset.theme ?? "auto") + 1) % names.length];
  if (next === "auto") delete dataset.theme;
  else dataset.theme = next;
  show();
  try {
    if (next === "auto") localStorage.removeItem("loci-theme");
    else localStorage.setItem("loci-theme", next);
  } catch {
    // Storage is switched off: it holds for this page.
  }
});

function show() {
  button.title = button.ariaLabel = button.dataset[dataset.theme ?? "auto"] ?? button.ariaLabel;
  button.hidden = false;
}

if (button !== null) show();
