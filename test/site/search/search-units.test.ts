import { expect, test } from "vitest";
import { queryUnits, unitKeys } from "../../../site/search/query-units.ts";
import { matchUnits } from "../../../site/search/rank-hit.ts";
import { foldKey, searchUnits } from "../../../site/search/search-units.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

const keysOf = (text: string): string[] =>
  searchUnits(text).flatMap((unit) =>
    unit.type === "word" ? unit.keys : unit.grams.map(({ key }) => key),
  );

test.each([
  ["Crème brûlée", ["creme", "brulee"]],
  ["ＡＢＣ Straße Łódź", ["abc", "strasse", "lodz"]],
  ["O'Brien's", ["obrien", "o", "brien"]],
  ["L'àvia", ["avia"]],
  ["wi-fi", ["wifi", "wi", "fi"]],
  ["C++ C#", ["cplusplus", "c", "csharp", "c"]],
  ["Ёлка ΝΕΡΌ", ["елка", "νερο"]],
  ["القِطَّة أحمد", ["قطه", "القطه", "احمد"]],
  ["ســلام", ["سلام"]],
  ["绿茶", ["绿茶", "茶"]],
  ["ｺｰﾋｰ", ["コー", "ーヒ", "ヒー", "ー"]],
  ["ข้า", [...foldedGrams("ข้า")]],
  ["🍕 night", ["u1f355", "night"]],
  ["— … !?", []],
])("searchUnits() cuts and folds %s", (text, keys) => {
  expect(keysOf(text)).toEqual(keys.map((key) => key.normalize("NFD")));
});

test("searchUnits() gives composed and decomposed text the same keys", () => {
  for (const text of ["Crème", "할머니는", "が", "माँ", "ЁЙ", "أحمد"])
    expect(keysOf(text.normalize("NFD"))).toEqual(keysOf(text.normalize("NFC")));
});

test("searchUnits() gives keys that Pagefind cannot fold any further, and ranges within the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const unit of searchUnits(text)) {
        const parts = unit.type === "word" ? [unit] : unit.grams;
        const isWithin = parts.every(({ start, end }) => start < end && end <= text.length);
        expect(isWithin).toBe(true);
      }
      expect(keysOf(text).filter((key) => !/^[\p{L}\p{N}]+$/u.test(key))).toEqual([]);
    }),
  );
});

test("searchUnits() takes time in the length of a text, not in its square", () => {
  const start = cpuMs();
  for (const text of [
    "x".repeat(1_000_000),
    "绿".repeat(100_000),
    `a${"\u0301".repeat(100_000)}`,
    "a-".repeat(100_000),
  ])
    searchUnits(text);
  expect(cpuMs() - start).toBeLessThan(20_000);
});

test.each([
  ["wi-fi password", ["wifi", "password"]],
  ["الكتاب", ["كتاب"]],
  ["喜欢喝", ["喜欢", "欢喝"]],
  ["茶", ["茶"]],
])("unitKeys() asks Pagefind for %s by its whole grams only", (question, keys) => {
  expect(queryUnits(question).flatMap(unitKeys)).toEqual(keys);
});

test.each([
  ["rice", "Bomba rice, ricecakes", ["rice", "ricecakes"]],
  ["dentists", "the dentist", ["dentist"]],
  ["喝绿", "妈妈喜欢喝绿茶", ["喝绿"]],
  ["茶", "妈妈喜欢喝绿茶", ["茶"]],
  ["茶绿", "妈妈喜欢喝绿茶", []],
  ["찌개", "김치찌개를", ["찌개"]],
  ["wifi", "The wi-fi password", ["wi-fi"]],
  ["كتاب", "الكِتَاب", ["الكِتَاب"]],
  ["cat", "dog", []],
])("matchUnits() finds «%s» in «%s»", (question, text, words) => {
  const found = matchUnits(queryUnits(question), searchUnits(text));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(words);
});

/** Threes of letters, shorter at the end. */
function foldedGrams(text: string): string[] {
  const letters = [...text];
  return letters.map((_, i) => foldKey(letters.slice(i, i + 3).join("")));
}
