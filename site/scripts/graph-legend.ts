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
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(bank);
      else hidden.add(bank);
      changed();
    });
    const words = document.createElement("span");
    words.className = `bank hue-${hue}`;
    words.append(bank);
    const label = document.createElement("label");
    label.append(box, words);
    legend.append(label);
  }
}
