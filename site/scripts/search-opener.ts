import address from "./search.ts?worker&url";

/**
 * On every page: `/`, Ctrl+K and the button open the search; the rest of it is loaded then. The rest is no ordinary
 * import, for Vite would put a loader around it that is larger than this and knows no base.
 */
const page = document.querySelector("[data-search-page]");
const dialog = document.querySelector<HTMLDialogElement>("#search-dialog");
let rest: Promise<unknown> | undefined;

function load(): void {
  rest ??= import(
    /* @vite-ignore */ new URL(`${address}`.replace(/.*\//, ""), import.meta.url).href
  ).catch(() => {
    rest = undefined;
    for (const fault of document.querySelectorAll<HTMLElement>("[data-search-fault]"))
      fault.hidden = false;
  });
}

function open(event: Event): void {
  event.preventDefault();
  load();
  if (page === null && dialog?.open === false) dialog.showModal();
  (page ?? dialog)?.querySelector("input")?.select();
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input,textarea,select"));
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey || event.isComposing) return;
  if (isCommand ? key.toLowerCase() === "k" && !event.shiftKey : key === "/" && !isTyping)
    open(event);
});

addEventListener("click", (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const isOpener = target instanceof Element && target.closest("[data-search-open]") !== null;
  if (isOpener && !ctrlKey && !metaKey && !shiftKey) open(event);
});

if (page !== null) load();
