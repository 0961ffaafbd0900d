import { expect, test } from "vitest";
import { say } from "./say.ts";

test.each([
  [
    "en",
    "The boiler man comes on Thursday at ten, he brings the new valve",
    "the boiler man can't make Thursday, it's Friday at ten",
  ],
  [
    "es",
    "Alquilamos la plaza de garaje 27 por 70 euros al mes",
    "La plaza de garaje la hemos dejado",
  ],
  [
    "de",
    "Holger ist Mitglied im Ruderclub Wannsee, 28 Euro im Monat",
    "beim Ruderclub zahlt Holger jetzt 33 Euro",
  ],
])(
  "in %s what was said earlier is changed by what is said now, and nothing else is",
  (language, first, then) => {
    const other = "My sister Nuria lives in Reus";
    const kept = say([first, other, then], { language });
    const changed = kept.filter(({ sources }) => sources.includes(3));
    expect(changed).toHaveLength(1);
    expect(changed[0]?.sources).toEqual([1, 3]);
    expect(changed[0]?.text).toMatch(/\((?:before|antes|vorher): /u);
    expect(kept.some(({ text }) => text.includes("Reus"))).toBe(true);
  },
);
