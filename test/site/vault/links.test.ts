import { expect, test } from "vitest";
import { linksOfText } from "../../../site/vault/document-links.ts";
import { findLinks } from "../../../site/vault/links.ts";

const found = (text: string): string[] =>
  linksOfText(text).map(({ link, line }) => {
    const { target, heading, label, isEmbed, type } = link;
    return `${line} ${type}${isEmbed ? "!" : ""} ${target}${heading === undefined ? "" : ` # ${heading}`}${label === undefined ? "" : ` | ${label}`}`;
  });

test.each<[string, string[]]>([
  ["[[a]]", ["1 wiki a"]],
  ["[[ a b | the b ]]", ["1 wiki a b | the b"]],
  ["[[a#Some heading|x]]", ["1 wiki a # Some heading | x"]],
  ["[[#here]]", ["1 wiki  # here"]],
  ["[[a#^k3f9x2]]", ["1 wiki a # ^k3f9x2"]],
  ["![[oven.jpg|300]]", ["1 wiki! oven.jpg | 300"]],
  ["| [[a\\|b]] |\n|---|", ["1 wiki a | b"]],
  ["[[a]] and [[a]]", ["1 wiki a", "1 wiki a"]],
  ["- x\n  - [[a]]\n\n[[b]]\n", ["2 wiki a", "4 wiki b"]],
  ["a paragraph\nof lines [[a]]\n", ["2 wiki a"]],
  ["[[a", []],
  ["[[]] [[ ]] [[|x]]", []],
  ["\\[[a]]", []],
  ["[[a\nb]]", []],
  ["`[[a]]` ``[[b]]`` [[c]]", ["1 wiki c"]],
  ["`[[a]]\n[[b]]`", []],
  ["` [[a]]\n\n` [[b]]", ["1 wiki a", "3 wiki b"]],
  ["```\n[[a]]\n```\n[[b]]", ["4 wiki b"]],
  ["- x\n\n  ```md\n  [[a]]\n  ```\n\n  [[b]]\n", ["7 wiki b"]],
  ["- x\n  ```\n  [[a]]\n- [[b]]\n", ["4 wiki b"]],
  ["> ```\n> [[a]]\n> ```\n> [[b]]\n", ["4 wiki b"]],
  ["    [[a]]\n", []],
  ["<div>\n[[a]]\n</div>\n", []],
  ["[[[a]]]", ["1 wiki a"]],
  ["[[a [[b]]", ["1 wiki b"]],
  ["[x](cooking.md#ideas)", ["1 markdown cooking.md # ideas | x"]],
  ["![](img/oven.jpg)", ["1 markdown! img/oven.jpg | "]],
  ['[x](<a b.md> "title")', ["1 markdown a b.md | x"]],
  ["[x](a%20b.md)", ["1 markdown a b.md | x"]],
  ["[x](a%b.md)", ["1 markdown a%b.md | x"]],
  ["[x](a(1).md)", ["1 markdown a(1).md | x"]],
  ["[x](a\\_b.md)", ["1 markdown a_b.md | x"]],
  ["[x](a.md 'it')", ["1 markdown a.md | x"]],
  ["[x](https://example.org) [x](mailto:a@b) [x](//host/a) [x](file:///etc)", []],
  ["[x](javascript:alert(1))", []],
  ["[x](\\\\host\\share)", []],
  ["[a [b](c.md) d](e.md)", ["1 markdown e.md | a [b](c.md) d", "1 markdown c.md | b"]],
  ["[x]\n\n(a.md)", []],
  ["[x] (a.md)", []],
  ["\\[x](a.md)", []],
  ["[![alt](in.png)](out.md)", ["1 markdown out.md | ![alt](in.png)", "1 markdown! in.png | alt"]],
  ["[x]: people/a.md 'title'", ["1 markdown people/a.md | x"]],
  ["[[a]](b.md)", ["1 wiki a"]],
  ['a <img src="b%20c.png" alt="B"> [[d]]', ["1 markdown! b c.png | B", "1 wiki d"]],
  ['<p>\n<img src="b.png">\n[[d]]\n</p>', ["2 markdown! b.png"]],
  ['`<img src="b.png">` <img src="https://example.org/b.png"> <img alt=x>', []],
  ["[^1]: word", []],
])("linksOfText() finds in %j", (text, links) => {
  expect(found(text)).toEqual(links);
});

test("linksOfText() gives the words around a link, cut between words", () => {
  const long = `${"before ".repeat(60)}[[a]] ${"after ".repeat(60)}`;
  const [placed] = linksOfText(`- ${long}\n`);
  const context = placed?.context() ?? "";
  expect(context).toMatch(/^… before (?:before )+\[\[a\]\] (?:after )+…$/);
  expect(context.length).toBeLessThan(400);
});

test.each([
  ["[", 200_000],
  ["[[", 100_000],
  ["]]", 100_000],
  ["[[a", 70_000],
  ["[[a]] ", 40_000],
  ["[a](", 50_000],
  ["](", 100_000],
  ["[](<", 50_000],
  ["[](a (", 40_000],
  ['[](a "', 40_000],
  ["![[", 70_000],
  ["\\[[a]]", 40_000],
  ["`", 200_000],
  ["` [[a]] `` ", 20_000],
  ["[a](b(", 40_000],
  ["[[a|", 50_000],
  ["((((((((", 25_000],
  ["- [[a]]\n  - ", 20_000],
])("linksOfText() takes linear time for %j, many times", (part, count) => {
  const ms = cpuOf(() => linksOfText(`x [[y]] ](z) ${part.repeat(count)}\n`));
  expect(ms).toBeLessThan(1_500);
});

test("findLinks() takes a long line of open brackets in no time", () => {
  const ms = cpuOf(() => {
    for (let i = 0; i < 100; i++) findLinks(`${"[".repeat(10_000)} ](`, []);
  });
  expect(ms).toBeLessThan(1_000);
});

/** Milliseconds of work, whatever else the machine does. */
function cpuOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

test.each([
  ["| a | **b** | [[x]] |", "a · **b** · [[x]]"],
  ["| a | [[x\\|y]] |", "a · [[x\\|y]]"],
  ["## On [[x]] ##", "On [[x]]"],
  ["> - [ ] do [[x]]", "do [[x]]"],
  [`[[long name ${"word ".repeat(30)}]] [[x]] [[other name ${"word ".repeat(30)}]]`, "… [[x]] …"],
])("context() of %s has its words, no marks of its line, and no half a link", (line, words) => {
  const table = line.startsWith("|") ? `| h | i | j |\n|---|---|---|\n${line}\n` : `${line}\n`;
  const placed = linksOfText(table).find(({ link }) => link.target === "x");
  expect(placed?.context()).toBe(words);
});
