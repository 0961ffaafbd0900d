import { askedWords, joinedWords } from "../search/spaced-words.ts";
import sheet from "../styles/search.css?url";

/** Loads Pagefind's UI into the search dialog. */
declare global {
  interface Window {
    PagefindUI?: new (options: Record<string, unknown>) => unknown;
  }
}

const dialog = document.getElementById("Search");
const base = "/pagefind/";
const { missing = "" } = dialog?.dataset ?? {};
const place = dialog?.querySelector<HTMLElement>(".search-place");

for (const href of [`${base}pagefind-ui.css`, sheet]) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
const script = Object.assign(document.createElement("script"), { src: `${base}pagefind-ui.js` });
script.addEventListener("load", show);
script.addEventListener("error", () => {
  // The site has no index: it was built without Pagefind.
  if (place) place.textContent = missing;
});
document.head.append(script);

function show(): void {
  new (window.PagefindUI ?? Object)({
    element: place,
    bundlePath: base,
    showImages: false,
    pageSize: 8,
    resetStyles: false,
    processTerm: askedWords,
    processResult: (result: { readonly excerpt: string }) => ({
      ...result,
      excerpt: joinedWords(result.excerpt),
    }),
  });
  const input = dialog?.querySelector<HTMLInputElement>("input");
  if (!input) return;
  input.ariaLabel = input.title; // Not every screen reader reads a title as the name.
  input.focus();
}
