import { hueCount, hueOfBank } from "../components/bank-hue.ts";
import type { GraphColours } from "./graph-draw.ts";
import { makeElement } from "./make-element.ts";

/** Grey: for what has no name of its own where others have. */
const plainHue = 2;

/** Number of the colour of each bank, or folder: its own, or the next one that is free. */
export function huesByBank(banks: readonly string[]): ReadonlyMap<string, number> {
  const hues = new Map<string, number>();
  const isMixed = banks.length > 1 && banks.includes("");
  for (const bank of banks.filter((name) => !isMixed || name !== "")) {
    const own = hueOfBank(bank);
    const taken = new Set([...hues.values(), ...(isMixed ? [plainHue] : [])]);
    const free = Array.from({ length: hueCount }, (_, step) => (own + step) % hueCount);
    hues.set(bank, free.find((hue) => !taken.has(hue)) ?? own);
  }
  if (isMixed) hues.set("", plainHue);
  return hues;
}

/** The page's colours as the theme has them now. */
export function readColours(host: HTMLElement, hues: ReadonlyMap<string, number>): GraphColours {
  const probe = host.appendChild(document.createElement("span"));
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours: GraphColours = {
    paper: colour("paper"),
    ink: colour("ink"),
    line: colour("strand"),
    accent: colour("accent"),
    ofBank: new Map([...hues].map(([bank, hue]) => [bank, colour(`hue-${hue}`)])),
    font: `12px ${getComputedStyle(host).fontFamily}`,
  };
  probe.remove();
  return colours;
}

/** A box to tick for each bank; more than one is needed for there to be a choice. */
export function addLegend(
  place: HTMLElement,
  hues: ReadonlyMap<string, number>,
  hidden: Set<string>,
  changed: () => void,
): void {
  const legend = place.querySelector(".legend");
  if (legend === null || hues.size < 2) return;
  for (const [bank, hue] of hues) {
    const box = makeElement("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(bank);
      else hidden.add(bank);
      changed();
    });
    const name = bank === "" ? place.dataset.other : bank;
    const words = makeElement("span", { class: `bank hue-${hue}` }, name);
    legend.append(makeElement("label", {}, box, words));
  }
}
