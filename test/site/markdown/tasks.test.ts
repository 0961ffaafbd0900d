import { expect, test } from "vitest";
import { renderInline } from "../../../site/markdown/render-inline.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { contextOf, htmlOf, proseOf, renderText } from "./render.ts";

const statesIn = (html: string): string[] =>
  [...html.matchAll(/visually-hidden">([^<]*)</g)].map(([, state = ""]) => state);

test("tasks of every state are named, in lists, in what is nested and among memories", () => {
  const text =
    "- [ ] a\n- [x] b\n- [/] c\n  - [-] d\n  - [>] e\n\n  - [ ] loose\n- [?] f (2026-02-12)\n- [!] *g*\n- [i] h\n- [1] A source\n- [x]\n- [] i\n- [a](https://example.org) j\n";
  const html = htmlOf(renderText(text));
  expect(html.flatMap(faultsOf)).toEqual([]);
  expect(html.flatMap(statesIn)).toEqual([
    ...["in progress", "cancelled", "deferred", "open", "question", "important", "marked i"],
  ]);
  expect(html.join(" ")).toContain("[1] A source");
  const quoted = proseOf("> - [/] a\n> - [x] b\n> - c\n");
  expect(statesIn(quoted)).toEqual(["in progress", "done"]);
  expect(quoted.match(/class="task-item"/g)).toHaveLength(2);
});

test("renderInline() shows the state of an item alone", () => {
  const context = contextOf();
  expect(renderInline("[/] Paint the fence", context, { isItem: true })).toBe(
    '<span><span aria-hidden="true">[/]</span><span class="visually-hidden">in progress</span></span> Paint the fence',
  );
  expect(renderInline("[/] usr", context)).toBe("[/] usr");
});

test("inline footnotes stand below with the others, in the order of the text", () => {
  const html = proseOf(
    "One^[First, *with* a [link](https://example.org) and [[cooking]].] two[^n] three^[Third^[of it].].\n\n[^n]: Second.",
    contextOf({ cooking: "# Cooking\n" }),
  );
  expect(faultsOf(html)).toEqual([]);
  expect(valuesOf(html, "href").filter((href) => href.startsWith("#fn-"))).toEqual([
    "#fn-1",
    "#fn-2",
    "#fn-3",
    "#fn-4",
  ]);
  expect(html).toMatch(
    /<li id="fn-1"><p>First, <em>with<\/em> a <a [^>]*>link<\/a> and <a [^>]*>cooking<\/a>\. <a/,
  );
  expect(html).toMatch(/<li id="fn-4"><p>of it /);
});

test("inline footnotes of lines that stand elsewhere stand in brackets; in code they are code", () => {
  const context = contextOf({ a: "# A\n\nWords^[more].\n" });
  expect(renderInline("Rice^[Bomba, if there is some] `^[x]` \\^[y]", context)).toBe(
    "Rice (Bomba, if there is some) <code>^[x]</code> ^[y]",
  );
  expect(proseOf("![[a]]", context)).toContain("<p>Words (more).</p>");
});

test("headings of embedded notes are headings below the page's own, without ids", () => {
  const context = contextOf({ a: "# A\n\n## In it\n\n#### Deep\n\n## Next\n" });
  const view = renderText("## Own\n\n### Below\n\n![[a]]\n\n### After\n", context);
  const html = htmlOf(view).join("\n");
  expect(faultsOf(html)).toEqual([]);
  expect(html.match(/<h\d[^>]*>/g)).toEqual([
    ...['<h2 id="h-own">', '<h3 id="h-below">', "<h4>", "<h5>", "<h4>", '<h3 id="h-after">'],
  ]);
  expect(view.headings.map(({ text }) => text)).toEqual(["Own", "Below", "After"]);
});
