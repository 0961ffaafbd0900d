/** Arrow keys go from the field to the links that were found and through them; Home and End to the first and last. */
export function moveByKeys(root: Element, field: HTMLInputElement, list: Element): void {
  root.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || isModified(event)) return;
    const links = [...list.querySelectorAll("a")];
    const at = event.target instanceof HTMLAnchorElement ? links.indexOf(event.target) : -1;
    const next = at < 0 ? fromField(event, field, links) : fromLink(event.key, at, field, links);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
}

type Stop = HTMLInputElement | HTMLAnchorElement;

function fromField(
  event: Event,
  field: HTMLInputElement,
  links: readonly Stop[],
): Stop | undefined {
  const isDown = event instanceof KeyboardEvent && event.key === "ArrowDown";
  return isDown && event.target === field ? links[0] : undefined;
}

function fromLink(
  key: string,
  at: number,
  field: HTMLInputElement,
  links: readonly Stop[],
): Stop | undefined {
  if (key === "ArrowDown") return links[Math.min(at + 1, links.length - 1)];
  if (key === "ArrowUp") return at === 0 ? field : links[at - 1];
  if (key === "Home") return links[0];
  if (key === "End") return links.at(-1);
  return undefined;
}

function isModified(event: KeyboardEvent): boolean {
  return event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
