import { expect, test } from "vitest";
import { parseQuery } from "../../src/recall/query.ts";

const parse = (text: string, languages: readonly string[] = ["en"]) =>
  parseQuery(text, { languages, expand: () => [] });
const formsOf = (text: string, languages?: readonly string[]): string[][] =>
  parse(text, languages).groups.map((group) => group.forms.map((form) => form.text));

test("parseQuery() keeps content words, as stem and as written", () => {
  expect(formsOf("What kind of recipes do the kids like?")).toEqual([
    ["recip", "recipes"],
    ["child", "kids"],
  ]);
});

test("parseQuery() stems each word in every language of the texts", () => {
  const [forms] = formsOf("habitaciones", ["en", "es"]);
  expect(forms).toEqual(expect.arrayContaining(["habit", "habitaciones"]));
});

test("parseQuery() supplies the accents that people leave out", () => {
  expect(formsOf("habitacion", ["es"])[0]).toContain("habit");
});

test("parseQuery() asks for a date in figures and in words", () => {
  const groups = parse("the party on 8 May 2023").groups;
  expect(groups.map((group) => [group.isDate, group.forms[0]?.text])).toEqual([
    [true, "\ue001m05"],
    [true, "\ue001d08"],
    [true, "\ue001y2023"],
    [false, "parti"],
  ]);
});

test("parseQuery() counts stop words and asking words where there are no others", () => {
  expect(parse("the who").onlyStopWords).toBe(true);
  expect(formsOf("the who")).toEqual([["the"], ["who"]]);
  expect(formsOf("remember")[0]).toContain("rememb");
  expect(parse("remember").onlyStopWords).toBe(false);
});

test("parseQuery() asks for nothing where there is no letter", () => {
  expect(parse("?!").groups).toEqual([]);
  expect(parse("").groups).toEqual([]);
});

test("parseQuery() asks once for what is said twice, and for 32 things at most", () => {
  expect(formsOf("rice rice RICE Rice")).toHaveLength(1);
  const many = Array.from({ length: 100 }, (_, i) => `word${i}`).join(" ");
  expect(formsOf(many)).toHaveLength(32);
});
