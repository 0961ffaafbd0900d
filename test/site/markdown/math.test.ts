import { expect, test } from "vitest";
import { closeMath } from "../../../site/markdown/close-math.ts";
import { drawn, fc } from "../../fast-check.ts";
import { faultsOf } from "./check-html.ts";
import { proseOf, renderText } from "./render.ts";

test.each([
  ["$$\nx\n$$", "$$\nx\n$$"],
  ["$$\\begin{a}\nx\\\\\n\\end{a}$$\nafter", "$$\\begin{a}\nx\\\\ \\end{a}\n$$\nafter"],
  ["$$a\n    b $$", "$$a b\n$$"],
  ["> $$a\n> b$$\n> after", "> $$a b\n> $$\n> after"],
  ["- $$\n  x$$\n- b", "- $$ x\n  $$\n- b"],
  ["$$x$$\n$$y$$", "$$x$$\n$$y$$"],
  ["$$ is my pid\n\n- one\n\nfor $$ dollars", "\\$$ is my pid\n\n- one\n\nfor $$ dollars"],
  ["$$\nx\n\n- one", "\\$$\nx\n\n- one"],
  ["> $$\n> x\n\n$$", "> \\$$\n> x\n\n\\$$"],
  ["```\n$$a\n```\n$$", "```\n$$a\n```\n\\$$"],
  ["$$a\nb$$ and more", "\\$$a\nb$$ and more"],
])("closeMath() of %j", (source, closed) => {
  expect(closeMath(source)).toBe(closed);
});

test("renderDocument() ends a formula at its sign, and goes on", () => {
  const { blocks } = renderText(
    "$$\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}$$\n\n- one\n\nPid $$ is\n\n$$unclosed\n\n- two\n",
  );
  expect(blocks.map(({ type }) => type)).toEqual(["prose", "entries", "prose", "entries"]);
  const [formula] = blocks;
  expect(formula?.type === "prose" ? formula.html : "").toMatch(
    /^<div class="formula"[^>]*><math[^>]*display="block".*<\/div>$/s,
  );
});

test("renderDocument() shows a formula on a line of its own as a block, also in lists and quotations", () => {
  const html = proseOf(
    "$$x$$\n\n> $$y$$\n\nWords $$z$$ here.\n\n> - > - $$w$$\n\n[^1]\n\n[^1]: $$v$$",
  );
  expect(faultsOf(html)).toEqual([]);
  expect(html.match(/<div class="formula"/g)).toHaveLength(4);
  expect(html).toMatch(/<p>Words <math[^>]*><mi>z<\/mi><\/math> here\.<\/p>/);
});

test("closeMath() keeps the lines of a text and all of its words", () => {
  const parts = fc.constantFrom(
    "$$",
    "$",
    "\n",
    "\n> ",
    "\n- ",
    "\n\n",
    "```",
    "\n    ",
    "a",
    " ",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 25 }), (all) => {
      const source = all.join("");
      const closed = closeMath(source);
      expect(closed.split("\n")).toHaveLength(source.split("\n").length);
      const words = (text: string): string => text.replace(/[^a]/g, "");
      expect(words(closed)).toBe(words(source));
    }),
    { numRuns: drawn(2000) },
  );
});
