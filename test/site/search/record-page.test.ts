import { expect, test } from "vitest";
import { excerptOf } from "../../../site/search/excerpt.ts";
import { plainText } from "../../../site/search/plain-text.ts";
import { queryUnits } from "../../../site/search/query-units.ts";
import { rankHit } from "../../../site/search/rank-hit.ts";
import { documentPieces, recordPage } from "../../../site/search/record-page.ts";
import { noFilter, parseSearch, stringifySearch } from "../../../site/search/search-filter.ts";
import { parseDocument, parsePiece, stringifyPiece } from "../../../site/search/search-record.ts";
import type { SiteDocument } from "../../../site/vault/site-vault.ts";
import { siteVaultOf } from "./site-vault.ts";

test.each([
  ["Prefers **bomba** rice [[paella|for paella]]", "Prefers bomba rice for paella"],
  ["[[topics/cooking#Oven]] and ![[photo.png]]", "topics/cooking › Oven and photo.png"],
  ["> ## A `quoted` heading", "A quoted heading"],
  ["see [the site](https://example.com/a_b) or snake_case_name", "see the site or snake_case_name"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"],
  ["~~old~~ [source:: 01J] ^abc", "old"],
  ["<b>x</b> &amp;", "<b>x</b> &amp;"],
])("plainText() takes the signs off %j", (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

test("documentPieces() has entries with what is nested in them, and notes by their paragraph", () => {
  const document = documentOf(
    "# Cooking\n\nFirst.\n\nSecond.\n\n## Oven\n\nHot.\n\n- Rice (2026-02-10) [bank:: Health] #food\n  - with broth\n",
  );
  const pieces = documentPieces(document);
  expect(pieces.map(({ text, anchor, isNote }) => ({ text, anchor, isNote }))).toEqual([
    { text: "First.", anchor: "", isNote: true },
    { text: "Second.", anchor: "", isNote: true },
    { text: "Hot.", anchor: "h-oven", isNote: true },
    { text: "Rice with broth", anchor: document.entries[0]?.anchor, isNote: false },
  ]);
  expect(pieces.at(-1)).toMatchObject({ date: "2026-02-10", bank: "Health", tags: ["food"] });
});

test("documentPieces() keeps a line of a megabyte within bounds", () => {
  const pieces = documentPieces(documentOf(`- ${"word ".repeat(250_000)}\n`));
  expect(pieces.map(({ text }) => text.length)).toEqual([20_000]);
});

test("recordPage() lets no text out of its attribute", () => {
  const page = recordPage(
    documentOf('# "><script>x</script>\n\n- </i><script>alert(1)</script>" & \ud800\n'),
    '/"><x/',
  );
  const html = page.html();
  const tags = new Set([...html.matchAll(/<\/?([^\s>]+)/g)].map(([, name]) => name));
  expect([...tags].sort()).toEqual(["body", "html", "i"]);
  expect(html.isWellFormed()).toBe(true);
});

test("parseDocument() reads the names that recordPage() wrote, and survives what it did not", () => {
  const nameOf = (id: string) => (id === "ana" ? "Ana & Co" : undefined);
  const page = recordPage(
    documentOf("- Rice [person:: ana]\n- Bread [person:: ben]\n"),
    "/",
    nameOf,
  );
  const [, json = ""] = /id="d" data-pagefind-title="([^"]*)"/.exec(page.html()) ?? [];
  const record = parseDocument(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  expect(record.names).toEqual([["ana", "Ana & Co"]]);
  for (const names of ['"x"', "[1]", '[["y"]]', "{}"])
    for (const pair of parseDocument(`{"n":${names}}`).names) expect(pair[1]).toEqual(pair[0]);
});

test("parsePiece() reads what stringifyPiece() wrote, and survives what it did not", () => {
  const piece = {
    ...{ text: 'a "quoted" <b>', anchor: "e-1", isNote: false, date: "2026-02-10", bank: "Health" },
    ...{ person: "ana", tags: ["food"], isSuperseded: true },
  };
  expect(parsePiece(stringifyPiece(piece, "General"), "General")).toEqual(piece);
  for (const json of ["", "[]", "null", '{"x":1,"g":"y"}'])
    expect(parsePiece(json, "General")).toMatchObject({ text: "", bank: "General", tags: [] });
  expect(parseDocument("nonsense")).toMatchObject({ title: "", href: "" });
});

test("rankHit() puts the entry with most words first, then what still holds, then the newest", () => {
  const piece = (text: string, date: string, isSuperseded = false) =>
    parsePiece(JSON.stringify({ x: text, h: text, d: date, ...(isSuperseded && { s: 1 }) }), "G");
  const hit = rankHit(
    { units: queryUnits("bomba rice"), filter: noFilter },
    parseDocument('{"t":"Food","b":"G"}'),
    [
      piece("rice, old", "2024-01-01"),
      piece("rice, gone", "2026-03-01", true),
      piece("rice, new", "2026-01-01"),
      piece("bomba rice", "2020-01-01"),
      piece("bread", "2026-02-02"),
    ],
  );
  expect(hit?.pieces.map((found) => found.piece.text)).toEqual([
    ...["bomba rice", "rice, new", "rice, old", "rice, gone"],
  ]);
});

test("excerptOf() shows the words around the first that was found, and no half characters", () => {
  const text = `${"🍕".repeat(300)} rice ${"bread ".repeat(200)}`;
  const start = text.indexOf("rice");
  const parts = excerptOf(text, [{ start, end: start + 4 }]);
  expect(parts.filter(({ isFound }) => isFound)).toEqual([{ text: "rice", isFound: true }]);
  const words = parts.map((part) => part.text).join("");
  expect(words.isWellFormed()).toBe(true);
  expect(words.length).toBeLessThan(300);
  expect(excerptOf("short", [])).toEqual([{ text: "short", isFound: false }]);
});

test("parseSearch() reads what stringifySearch() wrote, and ignores months that are none", () => {
  const filter = { ...noFilter, bank: "Health & care", from: "2026-01" };
  expect(parseSearch(stringifySearch("a+b &", filter))).toEqual({ text: "a+b &", filter });
  expect(stringifySearch(" ", noFilter)).toBe("");
  expect(parseSearch("?from=<script>&to=2026")).toEqual({ text: "", filter: noFilter });
});

function documentOf(text: string): SiteDocument {
  const [document] = siteVaultOf({ "topics/cooking.md": text }).documents;
  if (document === undefined) throw new Error("There is one");
  return document;
}
