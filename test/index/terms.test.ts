import { expect, test } from "vitest";
import { dayTokens, namedDates } from "../../src/index/dates.ts";
import { chunkTerms, headingTerm } from "../../src/index/terms.ts";
import { tokenize } from "../../src/index/tokenize.ts";

test("chunkTerms() gives stems in order, the words as written, and the day", () => {
  const terms = chunkTerms(
    { text: "The kids went hiking", headings: ["Family trips"], date: "2023-05-08" },
    "en",
  );
  const headings = ["famili", "family", "trip", "trips"].map(headingTerm).join(" ");
  expect(terms).toEqual({
    language: "en",
    terms: ["child", "go", "hike"],
    body: `the child kids go went hike hiking \ue001y2023 \ue001m05 \ue001d08 ${headings}`,
  });
});

test("chunkTerms() stems each line in its own language", () => {
  const text = "Las habitaciones de los invitados están al final";
  const { language, terms } = chunkTerms({ text, headings: [], date: "" }, "en");
  expect(language).toBe("es");
  expect(terms).toContain("habit");
});

test("chunkTerms() gives nothing for nothing", () => {
  expect(chunkTerms({ text: "—", headings: [], date: "" }, "en")).toEqual({
    language: "en",
    terms: [],
    body: "",
  });
});

test("dayTokens() gives none for what is not a day", () => {
  expect(dayTokens("")).toEqual([]);
  expect(dayTokens("2023-05")).toEqual([]);
});

test.each([
  ["What happened on 2023-05-08?", ["y2023", "m05", "d08"]],
  ["on 8 May 2023", ["m05", "d08", "y2023"]],
  ["on May 8th", ["m05", "d08"]],
  ["el 8 de mayo de 2023", ["m05", "d08", "y2023"]],
  ["8.5.2023", ["y2023", "m05", "d08"]],
  ["in July", ["m07"]],
  ["el gener de 2024", ["m01", "y2024"]],
  ["im März 2024", ["m03", "y2024"]],
  ["в марте", ["m03"]],
  ["2023年5月8日", ["y2023", "m05", "d08"]],
  ["You may march", []],
  ["99 bottles", []],
])("namedDates() reads «%s»", (text, expected) => {
  const words = tokenize(text, "query").map((token) => token.text);
  const tokens = namedDates(text, words).flatMap((date) => date.tokens);
  expect([...new Set(tokens)].sort()).toEqual(expected.map((token) => `\ue001${token}`).sort());
});
