// The button in the header, of the site and of the page to talk on: the system's theme, light, dark. `public/theme.js`
// sets the chosen one on the next pages.

const key = "loci-theme";
const order = ["auto", "light", "dark"];
const root = document.documentElement;
const button = document.getElementById("theme");

const chosen = () => root.dataset.theme ?? "auto";

if (button !== null) {
  button.hidden = false;
  name(button);
  button.addEventListener("click", () => {
    choose(order[(order.indexOf(chosen()) + 1) % order.length] ?? "auto");
    name(button);
  });
}

function name(element) {
  const words = element.dataset[chosen()] ?? "";
  element.ariaLabel = words;
  element.title = words;
}

function choose(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  document.dispatchEvent(new Event("themechange"));
  try {
    if (theme === "auto") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage is switched off: it holds for this page.
  }
}
