// One product with the site: where it is served and this browser may see it, the site's own header takes the place of the
// plain one, with its sections and its language.

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
  header.querySelector("[data-search-open]")?.remove(); // Here one asks.
  document.querySelector("header.top").replaceWith(document.importNode(header, true));
}
