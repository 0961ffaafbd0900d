import { expect, test } from "vitest";
import { hide } from "../../../site/vault/hide.ts";
import { toHideRules } from "../../../site/vault/hide-rules.ts";
import { splitLines } from "../../../src/vault/split-lines.ts";
import { fc } from "../../fast-check.ts";
import { markdownSoup, nestedSoup } from "../../vault/markdown/markdown-soup.ts";

const rules = toHideRules({ defaultBank: "General", protectedBanks: ["Health"], include: [] });
const shownOf = (text: string, path = "topics/a.md"): string | undefined =>
  hide(path, text, rules).text;

test.each([
  ["an open entry", "- a\n- b (2026-01-01) #food\n"],
  ["a tag that begins like it", "- a #privateer #private-life #not/private\n"],
  ["a word", "- a private matter, [sensitivity:: low], the bank:: Health\n"],
  ["an address", "- [x](#private) [y](b.md#private) https://example.org/#private\n"],
  ["another bank", "- a [bank:: Healthy]\n- b [bank:: Work]\n"],
  ["a rule at the top", "---\n\n- private: true\n"],
  ["comments in code", "`<!-- a -->` and\n\n```\n<!-- b -->\n%%\nc\n%%\n```\n"],
  ["half of a comment", "100%% sure\n\na <!-- b\n"],
  ["half of a comment in each of two items", "- 100%% sure\n- b\n- 50%% of it\n"],
  ["nothing", ""],
  ["a file without a last line end", "- a"],
])("hide() leaves %s as it is", (_, text) => {
  expect(shownOf(text)).toBe(text);
});

test.each([
  ["- a\n- b #private\n- c\n", "- a\n\n- c\n"],
  ["- a\n- b [sensitivity:: secret]\n  - d\n\n  e\n- c\n", "- a\n\n\n\n\n- c\n"],
  ["- a\n\nb #private\nc\n\nd\n", "- a\n\n\n\n\nd\n"],
  ["- a\n\n## B #private\n\nc\n\n### D\n\ne\n\n## F\n", "- a\n\n\n\n\n\n\n\n\n\n## F\n"],
  ["<details>\n\na #private\n\n</details>\n\nb\n", "<details>\n\n\n\n</details>\n\nb\n"],
  ["<div>#private\n\na\n\n</div>\n\nb\n", "\n\n\n\n\n\nb\n"],
  ["a <br> #private\n\nb\n", "\n\nb\n"],
  ["<h2>A #private</h2>\n\na\n\n## B\n\nb\n", "\n\n\n\n## B\n\nb\n"],
  ["[^1]: a #private\n\n    b\n\nc\n", "\n\n\n\nc\n"],
  ["- a <!-- b\nc --> d\n", "- a \n d\n"],
  ["a %%b%% c %%d\ne%% f\n\ng\n", "a  c \n f\n\ng\n"],
  ["- a %%b%% c\n\n%%\n\n- d\n\n%%\n\n- e\n", "- a  c\n\n\n\n\n\n\n\n- e\n"],
  ["---\ntitle: A\nphone: 123\n---\n- a\n", "\n\n\n\n- a\n"],
  ["---\n{title: A, x: 1, bank: Work}\n---\n- a\n", "\n\n\n- a\n"],
  ["---\nbank: Health\n---\n# A\n\n- a\n- b [bank:: Work]\n", "\n\n\n\n\n\n- b [bank:: Work]\n"],
  ["- a\r\n- b #private\r\n", "- a\n\n"],
  ["- a\0b\n", "- a\ufffdb\n"],
])("hide() of %j keeps its lines in their place", (text, shown) => {
  expect(shownOf(text)).toBe(shown);
});

test("hide() tells of frontmatter what Loci knows, and nothing that a hidden entry says", () => {
  const text =
    "---\ntitle: 'A: \"b\"'\nphone: 123\ntags: [x, y]\nsummary: the bicycle is red\n---\n- The bicycle is red #private\n- b\n";
  const shown = hide("topics/a.md", text, rules);
  expect(shown).toMatchObject({
    frontmatter: { title: 'A: "b"', tags: ["x", "y"], summary: undefined },
    properties: [],
  });
  expect(JSON.stringify({ ...shown, hidden: [], goneText: "" })).not.toMatch(/123|bicycle/);
  const without = hide("topics/a.md", "x\ntitle: Y\n\nb #private\n\nc\n", rules);
  expect(without).toMatchObject({ frontmatter: { title: undefined } });
  const hidden = hide(
    "topics/a.md",
    "---\nbank: Health\ntitle: A\n---\n- b [bank:: Work]\n",
    rules,
  );
  expect(hidden).toMatchObject({ frontmatter: { title: undefined, bank: undefined } });
});

test.each([
  ["people/ana/topics/a.md", "- a\n"],
  ["archive/People/Ana/x/a.md", "- a\n"],
  ["a.md", "---\ntags: private\n---\n- a\n"],
  ["a.md", "# A\n\n- a #private\n"],
  ["a.md", "---\nbank: Health\n---\n- a\n"],
])("hide() of %s %j shows nothing at all, and knows what it hid", (path, text) => {
  const { hidden, ...rest } = hide(path, text, rules);
  expect(rest.text).toBeUndefined();
  expect(hidden.map((entry) => entry.text)[0]).toMatch(/^a/);
});

test("hide() keeps what is somebody's own in a shared file out, as it does their folder", () => {
  const text = "- a\n- b [person:: Ben]\n  - c\n- d [person:: ana]\n";
  expect(shownOf(text)).toBe("- a\n\n\n\n");
  const withBen = { defaultBank: "General", protectedBanks: [], include: ["people/ben"] };
  expect(hide("topics/a.md", text, toHideRules(withBen)).text).toBe(
    "- a\n- b [person:: Ben]\n  - c\n\n",
  );
  const own = "---\nperson: ana\ntitle: A\n---\n# B\n\n- c [person:: ben]\n";
  const shown = hide("topics/a.md", own, toHideRules(withBen));
  expect(shown).toMatchObject({ text: "\n\n\n\n\n\n- c [person:: ben]\n" });
  expect(shown).toMatchObject({ frontmatter: { title: undefined } });
  const withAll = { ...withBen, include: ["people"] };
  expect(hide("topics/a.md", text, toHideRules(withAll)).text).toBe(text);
});

test("hide() takes a note beside the people's folders for the person's of its name", () => {
  expect(shownOf("- a\n", "people/ana.md")).toBeUndefined();
  expect(shownOf("- a\n", "archive/People/Ana.md")).toBeUndefined();
});

test("hide() only ever blanks lines, and gives a file without private marks back", () => {
  const marks = fc.constantFrom("- x #private", "y [sensitivity:: secret]", "## z #private", "");
  fc.assert(
    fc.property(markdownSoup, fc.array(marks, { maxLength: 3 }), (found, own) => {
      const soup = found.replaceAll("Health", "Work");
      const isPlain = !/<!--|%%|\0|^\s*(?:---|\+\+\+|;;;|\{)/.test(soup);
      fc.pre(isPlain);
      const text = `- a\n\n${soup}\n\n${own.join("\n\n")}\n`;
      const lines = splitLines(text);
      const shown = splitLines(shownOf(text) ?? "");
      if (shownOf(text) === undefined) return;
      const padded = lines.map((_, i) => shown[i] ?? "");
      for (const [i, line] of padded.entries()) expect(["", lines[i]]).toContain(line);
      if (own.every((mark) => mark === "")) expect(padded).toEqual(lines);
    }),
    { numRuns: 300 },
  );
});

test("hide() never shows a private line, wherever in a file it stands", () => {
  const marked = fc.constantFrom(
    "- xylophone #private",
    "- xylophone (2026-01-01) [bank:: Health] ^abc",
    "- x\n  - xylophone [sensitivity:: secret]",
    "xylophone\nand on #private",
    "> xylophone #private",
    "    xylophone #private",
    "## xylophone #private",
    "1. a #private\n\n   xylophone",
  );
  const soup = fc.oneof(markdownSoup, nestedSoup);
  fc.assert(
    fc.property(soup, marked, soup, fc.constantFrom("\n", "\n\n"), (above, line, below, gap) => {
      const shown = shownOf(`${above}\n\n${line}${gap}${below}`) ?? "";
      expect(shown).not.toContain("xylophone");
    }),
    { numRuns: 500 },
  );
});

test("hide() takes a bank that the vault does not know for the default one", () => {
  const choice = { banks: ["General", "Work"], defaultBank: "General", include: [] };
  const own = toHideRules({ ...choice, protectedBanks: ["General"] });
  const text = "- a [bank:: Wrok]\n- b [bank:: Work]\n- c\n";
  expect(hide("topics/a.md", text, own).text).toBe("\n- b [bank:: Work]\n\n");
  const other = toHideRules({ ...choice, protectedBanks: ["Work"] });
  expect(hide("topics/a.md", text, other).text).toBe("- a [bank:: Wrok]\n\n- c\n");
});
