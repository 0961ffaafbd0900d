import { expect, test } from "vitest";
import { grammars } from "../../src/language/grammar/grammar.ts";
import { formsByPlace, formsIn, tablesOf, wordsIn } from "../../src/language/languages.ts";

test.each(["markerWords", "wordEndings"] as const)(
  "no two languages share one of their %s",
  (name) => {
    const all = [...tablesOf(name).values()].flatMap(wordsIn);
    expect(all.filter((word, i) => all.indexOf(word) !== i)).toEqual([]);
  },
);

test.each(["invented"] as const)("no form of %s is empty", (name) => {
  for (const [code, list] of tablesOf(name))
    expect([code, formsIn(list).includes("")]).toEqual([code, false]);
});

test("a language whose statements are read has a calendar", () => {
  const codes = grammars.map(({ code }) => code);
  for (const name of ["months", "weekdays", "numbers", "moreNumbers", "days", "kin"] as const) {
    expect([...tablesOf(name).keys()]).toEqual(expect.arrayContaining(codes));
  }
  for (const [code, months] of tablesOf("months")) {
    expect([code, formsByPlace(months).length]).toEqual([code, 12]);
  }
});

test("wordsIn() and formsIn() take lists of several lines, and empty ones", () => {
  expect(wordsIn("one two\n    three")).toEqual(["one", "two", "three"]);
  expect(formsIn("no, | (?:a|b) c\n    | d")).toEqual(["no,", "(?:a|b) c", "d"]);
  expect([wordsIn(""), formsIn("")]).toEqual([[], []]);
});
