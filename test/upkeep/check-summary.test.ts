import { expect, test } from "vitest";
import { mayStandFor } from "../../src/upkeep/check-summary.ts";
import { fc } from "../fast-check.ts";

const languages = ["en", "es", "ca", "de"];
const check = (summary: string, texts: readonly string[]) =>
  mayStandFor(
    summary,
    texts.map((text) => ({ text, date: "2026-01-02" })),
    languages,
  );

const drinks = ["Marta likes green tea", "Pau likes black coffee", "Anna likes hot chocolate"];
const runs = ["Runs 5 km on Sundays", "Runs 8 km on Tuesdays", "Runs 12 km in May"];
const noes = ["Does not eat meat", "Does not eat fish", "Does not drink milk"];

test.each([
  ["Marta likes green tea, Pau likes black coffee and Anna likes hot chocolate.", drinks],
  ["Marta likes green tea, Pau black coffee and Anna hot chocolate.", drinks],
  ["Runs 5 km on Sundays and 8 km on Tuesdays, and 12 km in May.", runs],
  ["Does not eat meat, does not eat fish and does not drink milk.", noes],
  [
    "Le gusta el café solo, el té verde y el zumo de naranja.",
    ["Le gusta el café solo", "Le gusta el té verde", "Le gusta el zumo de naranja"],
  ],
  [
    "Trinkt morgens Kaffee, mittags Wasser und abends grünen Tee.",
    ["Trinkt morgens Kaffee", "Trinkt mittags Wasser", "Trinkt abends grünen Tee"],
  ],
  [
    "Pays 1,200 € for the flat, 50 € for water and 9.5 € for music.",
    ["Pays 1,200 € for the flat", "Pays 50 € for water", "Pays 9.5 € for music"],
  ],
])("%s may stand for its lines", (summary, texts) => {
  expect(check(summary, texts)).toBe(true);
});

test.each([
  ["Pau likes green tea, Marta likes black coffee and Anna likes hot chocolate.", drinks],
  ["Marta likes green tea, Pau likes hot chocolate and Anna likes black coffee.", drinks],
  ["Martina likes green tea, Pau likes black coffee and Anna likes hot chocolate.", drinks],
  ["Marta hates green tea, Pau likes black coffee and Anna likes hot chocolate.", drinks],
  ["Marta, Pau and Anna like green tea, black coffee and hot chocolate or not.", drinks],
  ["Runs 8 km on Sundays and 5 km on Tuesdays, and 12 km in May.", runs],
  ["Runs 5 km on Sundays and 8 km on Tuesdays, and twelve hundred km in May.", runs],
  ["Runs 25 km in all: 5 km on Sundays, 8 km on Tuesdays, and 12 km in May.", runs],
  ["Eats meat and fish, and does not drink milk.", noes],
  ["Does not eat meat, eat fish and does not drink milk.", noes],
  [
    "Likes tea at home, at work and at night.",
    ["Marta likes tea at home", "Marta likes tea at work", "Marta likes tea at night"],
  ],
  [
    "Likes green tea with milk from Reus, at home, at work, at night.",
    [
      "Likes green tea with milk from Reus by Pau at home",
      "Likes green tea with milk from Reus by Pau at work",
      "Likes green tea with milk from Reus by Pau at night",
    ],
  ],
  [
    "Pays 1.200 € for the flat, 50 € for water and 9,5 € for music.",
    ["Pays 1,200 € for the flat", "Pays 50 € for water", "Pays 9.5 € for music"],
  ],
  [
    "Works before lunch, after lunch and in the evening.",
    ["Works after lunch", "Works in the evening", "Works in the garden"],
  ],
  [
    "Marta sold a red bike, a blue bike and an old bike.",
    ["Marta bought a red bike", "Marta bought a blue bike", "Marta bought an old bike"],
  ],
  [
    "Writes to ana@y.org, to the bank and to Pau.",
    ["Writes to ana@x.org", "Writes to the bank", "Writes to Pau"],
  ],
  ["Uses A5 paper, blue ink and a pen.", ["Uses A4 paper", "Uses blue ink", "Uses a pen"]],
  ["Likes tea\u202e, milk and water.", ["Likes tea", "Likes milk", "Likes water"]],
  ["Likes tea\u0007, milk and water.", ["Likes tea", "Likes milk", "Likes water"]],
])("%s may not", (summary, texts) => {
  expect(check(summary, texts)).toBe(false);
});

test("whatever one line says, alone it may not stand for lines that say more", () => {
  const words = fc.constantFrom("tea", "milk", "Reus", "Pau", "7", "2026-03-04", "never", "garden");
  const line = fc
    .uniqueArray(words, { minLength: 2, maxLength: 5 })
    .map((own) => `Likes ${own.join(" ")}`);
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 3, maxLength: 5 }), fc.nat(4), (lines, drop) => {
      const left = lines.filter((_, i) => i !== drop % lines.length).join(", ");
      const lost = (lines[drop % lines.length] ?? "").split(" ");
      const isMore = lost.some(
        (word) => /^(?:Reus|Pau|7|2026-03-04)$/.test(word) && !left.includes(word),
      );
      if (isMore) expect(check(left, lines)).toBe(false);
    }),
  );
});
