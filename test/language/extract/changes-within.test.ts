import { expect, test } from "vitest";
import { say } from "./say.ts";

test.each([
  [
    "en",
    "The boiler man comes on Thursday at ten, he brings the new valve",
    "the boiler man can't make Thursday, it's Friday at ten",
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
    const changed = kept.filter(({ sources }) => sources?.includes(3));
    expect(changed).toHaveLength(1);
    expect(changed[0]?.sources).toEqual([1, 3]);
    expect(changed[0]?.text).toMatch(/\((?:before|vorher): /u);
    expect(kept.some(({ text }) => text.includes("Reus"))).toBe(true);
  },
);

test.each([
  ["Ana is allergic to shellfish", "Actually Ana cancelled the dinner, she's not coming"],
  ["I take 5 mg of bisoprolol every morning", "They changed my morning shift to 5"],
  ["Ana's birthday is 3 May", "Actually Ana cancelled the party, she's not coming"],
])("what is vital stays beside what is said after it: %j", (first, then) => {
  const [alone] = say(first, { language: "en" });
  expect(say([first, then], { language: "en" })[0]).toEqual(alone);
});

test("what is changed within a conversation says what was said at first", () => {
  const said = ["The alarm code is 4471", "Actually they changed the alarm code, it's 9023 now"];
  expect(say(said, { language: "en" }).map(({ text }) => text)).toEqual([
    "They changed the alarm code, it's 9023 now (before: The alarm code is 4471)",
  ]);
});

test.each([
  [
    "when are we moving?",
    ["In April (2026-04) (before: We're moving to Girona in March (2026-03))"],
  ],
  ["what's the capital of France?", ["We're moving to Girona in March (2026-03)"]],
])(
  "what is corrected after %j is what the question was about, with its day written once",
  (asked, kept) => {
    const said = ["We're moving to Girona in March", asked, "no, in April"];
    expect(say(said, { language: "en" }).map(({ text }) => text)).toEqual(kept);
  },
);

test("what was said at first stays readable when it is changed twice", () => {
  const kept = say(
    [
      "The boiler man comes on Thursday at ten, he brings the new valve",
      "The boiler man can't make Thursday, it's Friday at ten",
      "The boiler man can't make Friday either, it's Monday at nine",
    ],
    { language: "en" },
  );
  expect(kept.map(({ text }) => text).join("\n")).toContain("valve");
});

test.each([
  [
    "en",
    "I live in Vic",
    "No, actually I live in Reus",
    ["I live in Reus (before: I live in Vic)"],
  ],
  [
    "es",
    "Vivo en la calle Ancha",
    "No, vivo en la calle Mayor",
    ["Vivo en la calle Mayor (antes: Vivo en la calle Ancha)"],
  ],
  ["en", "I like jazz", "No, I hate gardening", ["I like jazz", "I hate gardening"]],
  [
    "en",
    "I work at the bank",
    "Actually I also work at the school",
    ["I work at the bank", "I also work at the school"],
  ],
])(
  "in %s a denial corrects the sentence before only where it says nearly the same: %j, %j",
  (language, first, then, lines) => {
    expect(say([first, then], { language }).map(({ text }) => text)).toEqual(lines);
  },
);
