// One product with the site: where it is served and this browser may see it, the site's own header takes the place of the
// plain one, with its sections, its search and its language.

import { isSiteServed } from "./names.js";

export async function adoptHeader() {
  if (isSiteServed) await takeHeader().catch(() => {}); // The plain header leads to the site too.
  await import("./theme-button.js");
}

async function takeHeader() {
  const answer = await fetch("/", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const home = new DOMParser().parseFromString(await answer.text(), "text/html");
  const header = home.querySelector("header.top");
  if (header === null) return;
  const { lang, dir } = home.documentElement;
  Object.assign(header, { lang, dir });
  header.querySelector("[aria-current]")?.removeAttribute("aria-current");
  header.querySelector(".talk")?.setAttribute("aria-current", "page");
  const search = header.querySelector("[data-search-open]");
  if (search !== null) leadToSearch(search);
  document.querySelector("header.top").replaceWith(document.importNode(header, true));
}

/** Here "/" leads to the message, and the search is a page of the site. */
function leadToSearch(search) {
  search.removeAttribute("data-search-open");
  search.setAttribute("aria-keyshortcuts", "Control+K Meta+K");
  search.querySelector("kbd")?.remove();
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    location.assign(search.getAttribute("href"));
  });
}
