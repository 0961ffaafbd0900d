import { describe, expect, test } from "vitest";
import { en } from "../../../site/i18n/en.ts";
import { formatsFor } from "../../../site/i18n/formats.ts";
import {
  directionOf,
  languages,
  stringsFor,
  supportedLanguage,
} from "../../../site/i18n/strings.ts";

/** All texts of a tree of strings, functions called with 3, or with words. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value(3, 3, 3))]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}

describe("stringsFor()", () => {
  test.each(languages)("%s has every text, and none of it is empty", (language) => {
    const texts = textsOf(stringsFor(language));
    expect(texts.map(([path]) => path).sort()).toEqual(
      textsOf(stringsFor("en"))
        .map(([path]) => path)
        .sort(),
    );
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe("");
      expect(text, path).not.toMatch(/#|undefined/);
    }
  });

  test.each(languages.filter((language) => language !== "en"))(
    "%s is no copy of English",
    (language) => {
      const english = new Map(textsOf(en));
      const same = textsOf(stringsFor(language)).filter(
        ([path, text]) => english.get(path) === text && /\p{L}{3}/u.test(text),
      );
      expect(same.length, JSON.stringify(same)).toBeLessThan(22);
    },
  );

  test.each([
    ["en", 1, "1 memory"],
    ["en", 1204, "1,204 memories"],
    ["es", 1_000_000, "1.000.000 de recuerdos"],
    ["fr", 0, "0 souvenir"],
    ["ar", 2, "ذكريان"],
    ["ar", 3, "3 ذكريات"],
    ["ar", 11, "11 ذكرى"],
  ])("counts in %s: %i", (language, count, words) => {
    expect(stringsFor(language).search.memories(count)).toBe(words);
  });

  test("takes the language of a region, and English where it has none", () => {
    expect(supportedLanguage("pt-BR")).toBe("pt");
    expect(supportedLanguage("ES_es")).toBe("es");
    for (const other of ["tlh", "", "constructor"]) expect(supportedLanguage(other)).toBe("en");
    expect(stringsFor("constructor")).toEqual(stringsFor("en"));
  });
});

test("directionOf() follows the script of each language", () => {
  const backwards = languages.filter((language) => directionOf(language) === "rtl");
  expect(backwards).toEqual(
    languages.filter((one) => /\p{sc=Arabic}/u.test(stringsFor(one).lists.empty)),
  );
});

describe("formatsFor()", () => {
  test.each([
    ["en", "Feb 12, 2026"],
    ["es", "12 feb 2026"],
    ["pt", "12 de fev. de 2026"],
    ["fr", "12 févr. 2026"],
    ["de", "12. Feb. 2026"],
    ["ar", "12 فبراير 2026"],
  ])("writes a date in %s, its month in letters", (language, date) => {
    expect(formatsFor(language).date("2026-02-12")).toBe(date);
  });

  test.each([
    ["2026-02-14T23:59:59", "today"],
    ["2026-02-13", "yesterday"],
    ["2026-02-01", "13 days ago"],
    ["2026-01-20", "3 weeks ago"],
    ["2025-10-01", "4 months ago"],
    ["2023-02-14", "3 years ago"],
    ["2026-02-16", "in 2 days"],
  ])("says how long ago %s was", (time, words) => {
    expect(formatsFor("en").relative(time, "2026-02-14")).toBe(words);
  });

  test("gives back what is no date", () => {
    const { date, relative, month, fullDate } = formatsFor("en");
    for (const format of [date, month, fullDate]) expect(format("soon")).toBe("soon");
    expect(relative("soon", "2026-02-14")).toBe("soon");
    expect(relative("2026-02-14", "soon")).toBe("2026-02-14");
  });

  test("names languages, and gives back what is none", () => {
    expect(formatsFor("ca").language("es")).toBe("espanyol");
    expect(formatsFor("en").language("not a code")).toBe("not a code");
  });
});
