import { expect, test } from "vitest";
import { foldWord, tokenize } from "../../src/index/tokenize.ts";
import { fc } from "../fast-check.ts";
import { growth } from "../growth.ts";

const textsOf = (text: string, purpose: "document" | "query" = "document"): string[] =>
  tokenize(text, purpose).map((token) => token.text);

test.each([
  ["Crème BRÛLÉE", ["creme", "brulee"]],
  ["Straße Łódź ısı Ærø", ["strasse", "lodz", "isi", "aero"]],
  ["ёлка Ὀδυσσεύς", ["елка", "οδυσσευσ"]],
  ["ﬁsh ｗｉｄｅ", ["fish", "wide"]],
  ["wi-fi", ["wifi", "wi", "fi"]],
  ["v1.0.21", ["v1021", "v1", "0", "21"]],
  ["src/index/schema.ts", ["src", "index", "schemats", "schema", "ts"]],
  ["C++ or C#", ["cplusplus", "c", "or", "csharp", "c"]],
  ["Ana's o'clock don't", ["ana", "oclock", "o", "clock", "don"]],
  ["l'hôtel d’Anna dell'acqua", ["hotel", "anna", "dell", "acqua"]],
  ["col·laborar", ["collaborar"]],
  ["co\u00adoper\u200bate", ["cooperate"]],
  ["\u202eabc\u202c", ["abc"]],
  ["كتابـــي", ["كتابي"]],
  ["القِطَّة", ["قطه", "القطه"]],
  ["הים", ["הימ", "ימ"].map((word) => word.replace("מ", "ם"))],
  ["北京", ["北京", "北", "京"]],
  ["iPhone手机", ["iphone", "手机", "手", "机"]],
  ["김치를", ["김치를", "김치", "치를"]],
  ["🍕", ["u1f355"]],
  ["...!? — ''", []],
  ["\u0591 \u05b8 a", ["a"]],
  ["", []],
])("tokenize() cuts the document «%s»", (text, expected) => {
  expect(textsOf(text)).toEqual(expected);
});

test.each([
  ["北京", ["北京"]],
  ["茶", ["茶"]],
  ["김치를", ["김치", "치를"]],
  ["المكتبة", ["مكتبه"]],
])("tokenize() asks in the query «%s» only for what narrows it", (text, expected) => {
  expect(textsOf(text, "query")).toEqual(expected);
});

test("tokenize() keeps the accents a stemmer needs beside the folded text", () => {
  expect(tokenize("Canción", "document")).toEqual([
    { text: "cancion", raw: "canción", kind: "word" },
  ]);
});

test("tokenize() cuts one word of a million letters short", () => {
  expect(textsOf("a".repeat(1_000_000))).toEqual(["a".repeat(64)]);
});

test("tokenize() gives only letters, digits and marks whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      for (const token of textsOf(text)) {
        expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(token.isWellFormed()).toBe(true);
      }
    }),
  );
});

test("tokenize() finds a query's tokens in a document of the same text, but for joined pieces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const document = new Set(textsOf(text));
      expect(textsOf(text, "query").filter((token) => !document.has(token))).toEqual([]);
    }),
  );
});

test("foldWord() changes nothing the second time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
      const once = foldWord(text.normalize("NFKC").toLowerCase());
      expect(foldWord(once)).toBe(once);
    }),
  );
});

test.each([
  ["one mark", `a${"\u0301".repeat(100_000)}`],
  ["marks before ++", `a${"\u0301".repeat(100_000)}++`],
  ["marks before #", `a${"\u0301".repeat(100_000)}#`],
  ["marks that normalizing sorts", `a${"\u0301\u0323".repeat(50_000)}`],
  ["marks on no letter", "\u0301".repeat(100_000)],
  ["Chinese without a stop", "北京".repeat(50_000)],
  ["one long name", `é${"a".repeat(100_000)}++`],
])("tokenize() and foldWord() take linear time when given 100,000 characters of %s", (_, text) => {
  const readFirst = (size: number): void => {
    const part = text.slice(0, size);
    tokenize(part, "document");
    tokenize(part, "query");
    foldWord(part);
  };
  expect(growth(readFirst, 50_000)).toBeLessThan(3);
});

test("tokenize() cuts a name with a sign short like any word", () => {
  expect(Math.max(...textsOf(`${"a".repeat(1_000)}++`).map(({ length }) => length))).toBe(64);
});

test.each([
  ["Việt", "viet"],
  ["a\u0301\u0323\u0302b\u0308", "ab"],
  ["и\u0306\u0301", "и"],
  ["क\u093c\u0301", "क\u093c\u0301"],
  ["קָ\u0301", "ק\u0301"],
])("foldWord() takes all the marks of a letter, and of no other script: %j", (word, folded) => {
  expect(foldWord(word.toLowerCase())).toBe(folded.normalize("NFC"));
});
