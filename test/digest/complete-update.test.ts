import { expect, test } from "vitest";
import { completeUpdate, isWritable } from "../../src/digest/complete-update.ts";
import { withBefore, withoutBefore } from "../../src/language/text/before-part.ts";
import { memory, passed } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

const dentist = "Ben's dentist appointment is on 26 November at 10:15 with Dr Shaw";

function completed(
  text: string,
  older: string,
  more: Parameters<typeof passed>[1] = {},
  language = "en",
) {
  return completeUpdate(
    passed(text, more, language),
    memory(`${older} (2026-01-01)`).entry,
    stemText,
  ).conclusion;
}

test.each([
  ["en", "Ben's dentist appointment was cancelled", "before"],
  ["es", "Han anulado el dentista de Ben", "antes"],
  ["ca", "Han anul·lat el dentista d'en Ben", "abans"],
  ["de", "Der Zahnarzt von Ben ist abgesagt", "vorher"],
  ["fr", "Le dentiste de Ben est annulé", "avant"],
  ["pt", "Desmarcaram o dentista do Ben", "antes"],
  ["ja", "ベンの歯医者は中止になりました", "before"],
])(
  "completeUpdate() says in %s what was before, where the time and the doctor are dropped: %j",
  (language, text, word) => {
    expect(completed(text, dentist, {}, language).text).toBe(`${text} (${word}: ${dentist})`);
  },
);

test.each([
  // Another value, and all else as it was.
  ["Ben's dentist appointment is on 3 December at 10:15 with Dr Shaw", dentist],
  [
    "The cat Pickle is a girl, from the shelter in York",
    "The cat Pickle is a boy, from the shelter in York",
  ],
  ["Rosa comes on Fridays from 9 to 12", "Rosa comes on Tuesdays from 9 to 12"],
  // More than before.
  ["Lives in Reus with Ana since 2024", "Lives in Reus"],
])("completeUpdate() adds nothing to %j, which says as much as %j", (text, older) => {
  expect(completed(text, older).text).toBe(text);
});

test("completeUpdate() leaves the value of a slot behind, and nothing else that stood beside it", () => {
  const key = { key: "home_city" };
  const line = (text: string) => `${text} (2026-01-01) [key:: home_city]`;
  const done = (text: string, older: string) =>
    completeUpdate(passed(text, key), memory(line(older)).entry, stemText).conclusion.text;
  expect(done("Moved to Lisbon", "Lives in Reus")).toBe("Moved to Lisbon");
  expect(done("Moved to Lisbon", "Lives in Reus, flat 14, with Toby")).toBe(
    "Moved to Lisbon (before: Lives in Reus, flat 14, with Toby)",
  );
});

test("completeUpdate() counts a name that the person spoke of as known to be over", () => {
  const said = passed("Ben's dentist appointment is on 26 November at 10:15");
  const sources = said.sources.map((source) => ({
    ...source,
    content: "not with Dr Shaw any more, same time",
  }));
  const { entry } = memory(`${dentist} (2026-01-01)`);
  expect(completeUpdate({ ...said, sources }, entry, stemText).conclusion.text).toBe(
    said.conclusion.text,
  );
  expect(completeUpdate(said, entry, stemText).conclusion.text).toContain("(before: ");
});

test("completeUpdate() says what was just before, not all that ever was", () => {
  const older = `The dentist moved Ben to 3 December (before: ${dentist})`;
  expect(completed("Ben does not go to the dentist", older).text).toBe(
    "Ben does not go to the dentist (before: The dentist moved Ben to 3 December)",
  );
});

test("completeUpdate() keeps the key, the importance and the secrecy of the entry", () => {
  const { entry } = memory(
    "The alarm code is 4711 (2026-01-01) [key:: alarm] [importance:: 0.9] [sensitivity:: secret]",
  );
  const { conclusion } = completeUpdate(passed("The alarm was taken down"), entry, stemText);
  expect(conclusion).toMatchObject({ key: "alarm", importance: 0.9, sensitivity: "secret" });
});

test("withBefore() shortens what was before at a word, never what was said, and stays a memory", () => {
  const said = "It is off ".repeat(30).trim();
  const text = withBefore(said, "Something that was planned for a long time ".repeat(20), "en");
  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).toMatch(/^(?:It is off ?)+ \(before: Something .*[a-z]…\)$/);
  expect(withBefore("x".repeat(395), "before", "en")).toBe("x".repeat(395));
});

test.each([
  "",
  "a (b)",
  "Met Ana (before: noon",
  "(before: )",
  "before: x)",
  " (before: ".repeat(20_000),
])("withoutBefore() leaves %j as it is", (text) => {
  expect(withoutBefore(text)).toBe(text);
});

test("withoutBefore() takes away what withBefore() added", () => {
  for (const language of ["en", "es", "ca", "de", "fr", "pt", "it", "ar", "xx"])
    expect(withoutBefore(withBefore("Ben is (almost) ten", dentist, language))).toBe(
      "Ben is (almost) ten",
    );
});

test.each([
  "Reads `a (b",
  "Met <!-- Ana",
  "Ends in [[a link",
  "Wrote **half",
  "Has 3 \\",
  "Says $x",
  "~~ twice ~",
])("completeUpdate() of %j gives one line that a file can hold", (older) => {
  for (const text of ["It is off now `", "It is over \\", "No more ~~"]) {
    const { entry } = memory(`${older} and 14 more (2026-01-01)`);
    const { conclusion } = completeUpdate(passed(text), entry, stemText);
    expect(isWritable(conclusion.text)).toBe(isWritable(text));
  }
});
