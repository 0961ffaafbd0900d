import { foldedWords } from "./support.ts";

/**
 * What an update says that its older line does not, with what both that line and the person say: the rest it keeps from
 * that line, where it stands in the same order. Null where the order is another, or nothing is kept. Pure.
 */
export function newPart(text: string, older: string, said: string): string | null {
  const spoken = new Set(foldedWords(said));
  const line = foldedWords(older);
  let at = 0;
  let isKeeping = false;
  const part: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const folded = foldedWords(word);
    const isKept = folded.every((one) => line.includes(one) && !spoken.has(one));
    if (!isKept) part.push(word);
    else {
      for (const one of folded) {
        at = line.indexOf(one, at) + 1;
        if (at === 0) return null;
        isKeeping = true;
      }
    }
  }
  return isKeeping ? part.join(" ") : null;
}
