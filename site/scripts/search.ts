import panel from "./search-panel.ts?worker&url";

/** Opens the search dialog, and loads the search when it is first opened. */
const dialog = document.querySelector<HTMLDialogElement>("#Search");

for (const button of document.querySelectorAll("[data-search-open]"))
  button.addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  const isTyping =
    event.target instanceof HTMLElement &&
    event.target.closest("input, textarea, select, [contenteditable]");
  const isShortcut =
    (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping);
  if (!isShortcut) return;
  event.preventDefault();
  open();
});

function open(): void {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  dialog.querySelector<HTMLInputElement>("input")?.focus();
  void import(/* @vite-ignore */ panel);
}
