// One product with the site: where it is served and this browser may see it, its own header takes the place of the plain
// one, with its sections, its search and its language.

import { isSiteServed } from "./places.js";

export async function adoptHeader() {
  try {
    if (isSiteServed) await takeHeader();
  } finally {
    await import("./theme-button.js");
  }
}

async function takeHeader() {
  const answer = await fetch("/", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const home = new DOMParser().parseFromString(await answer.text(), "text/html");
  const header = home.querySelector("header.top");
  if (header === null) return;
  const { lang, dir } = home.documentElement;
  Object.assign(header, { lang, dir });
  for (const link of header.querySelectorAll("[aria-current]"))
    link.removeAttribute("aria-current");
  header.querySelector(".talk")?.setAttribute("aria-current", "page");
  leadToSearch(header.querySelector("[data-search-open]"));
  document.querySelector("header.top").replaceWith(document.importNode(header, true));
}

/** Here "/" goes to the message, and the search is a page. */
function leadToSearch(search) {
  if (search === null) return;
  search.removeAttribute("data-search-open");
  search.setAttribute("aria-keyshortcuts", "Control+K Meta+K");
  search.querySelector("kbd")?.remove();
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    location.assign(search.getAttribute("href"));
  });
}
