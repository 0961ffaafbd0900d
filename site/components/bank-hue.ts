/** Number of bank colours in the styles: `--hue-0` and on. */
export const hueCount = 8;

/** The colour of a bank: the same on every page, and different ones for the seven banks that a new vault has. */
export function hueOfBank(bank: string): number {
  let sum = 0;
  for (const character of bank) sum = (sum * 11 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % hueCount;
}
