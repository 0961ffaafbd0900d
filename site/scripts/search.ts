import { joinedWords, spacedWords } from "../search/spaced-words.ts";

/** Pagefind's own interface, loaded when it is first asked for. */
declare global {
  interface Window {
    PagefindUI?: new (options: Record<string, unknown>) => unknown;
  }
}

const dialog = document.querySelector<HTMLDialogElement>("#search");
let isLoaded = false;

for (const button of document.querySelectorAll("[data-search-open]"))
  button.addEventListener("click", () => void open());
document.addEventListener("keydown", (event) => {
  const isTyping =
    event.target instanceof HTMLElement &&
    event.target.closest("input, textarea, select, [contenteditable]");
  const isShortcut =
    (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping);
  if (!isShortcut) return;
  event.preventDefault();
  void open();
});

async function open(): Promise<void> {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  if (!isLoaded) isLoaded = await load(dialog);
  dialog.querySelector<HTMLInputElement>("input")?.focus();
}

/** False where the site has no index: Pagefind was not there when it was made. */
async function load({
  dataset: { base = "/", missing = "" },
}: HTMLDialogElement): Promise<boolean> {
  const place = document.querySelector<HTMLElement>(".search-place");
  const script = Object.assign(document.createElement("script"), { src: `${base}pagefind-ui.js` });
  const loaded = new Promise<boolean>((resolve) => {
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => resolve(false));
  });
  const style = { rel: "stylesheet", href: `${base}pagefind-ui.css` };
  document.head.append(Object.assign(document.createElement("link"), style), script);
  if (!(await loaded)) {
    if (place) place.textContent = missing;
    return false;
  }
  new (window.PagefindUI ?? Object)({
    element: place,
    bundlePath: base,
    showImages: false,
    pageSize: 8,
    resetStyles: false,
    processTerm: spacedWords,
    processResult: (result: { excerpt: string }) => ({
      ...result,
      excerpt: joinedWords(result.excerpt),
    }),
  });
  return true;
}
