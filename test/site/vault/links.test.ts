import { expect, test } from "vitest";
import { findLinks } from "../../../site/vault/find-links.ts";

const found = (text: string): string[] =>
  findLinks(text).map(({ target, heading, label, isEmbed, type, line }) => {
    const part = heading === "" ? "" : ` # ${heading}`;
    return `${line} ${type}${isEmbed ? "!" : ""} ${target}${part}${label === "" ? "" : ` | ${label}`}`;
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
  ["<div>\n[[a]]\n</div>\n", ["2 wiki a"]],
  ["[[[a]]]", ["1 wiki a"]],
  ["[[a [[b]]", ["1 wiki b"]],
  ["[x](cooking.md#ideas)", ["1 markdown cooking.md # ideas"]],
  ["![](img/oven.jpg)", ["1 markdown! img/oven.jpg"]],
  ['[x](<a b.md> "title")', ["1 markdown a b.md"]],
  ["[x](a%20b.md)", ["1 markdown a b.md"]],
  ["[x](a%b.md)", ["1 markdown a%b.md"]],
  ["[x](a(1).md)", ["1 markdown a(1).md"]],
  ["[x](a\\_b.md)", ["1 markdown a_b.md"]],
  ["[x](a.md 'it')", ["1 markdown a.md"]],
  ["[x](https://example.org) [x](mailto:a@b) [x](//host/a) [x](file:///etc)", []],
  ["[x](javascript:alert(1))", []],
  ["[x](\\\\host\\share)", []],
  ["[a [b](c.md) d](e.md)", ["1 markdown c.md", "1 markdown e.md"]],
  ["[x]\n\n(a.md)", []],
  ["[x] (a.md)", []],
  ["[![alt](in.png)](out.md)", ["1 markdown! in.png", "1 markdown out.md"]],
  ["[x]: people/a.md 'title'", ["1 markdown people/a.md"]],
  ['a <img src="b%20c.png" alt="B"> [[d]]', ["1 wiki d", "1 markdown! b c.png"]],
  ['<p>\n<img src="b.png">\n[[d]]\n</p>', ["2 markdown! b.png", "3 wiki d"]],
  ['`<img src="b.png">` <img src="https://example.org/b.png"> <img alt=x>', []],
  ["[^1]: word", []],
])("findLinks() finds in %j", (text, links) => {
  expect(found(text)).toEqual(links);
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
])("findLinks() takes linear time for %j, many times", (part, count) => {
  const ms = cpuOf(() => findLinks(`x [[y]] ](z) ${part.repeat(count)}\n`));
  expect(ms).toBeLessThan(1_500);
});

/** Milliseconds of work, whatever else the machine does. */
function cpuOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}
