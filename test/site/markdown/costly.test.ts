import { expect, test } from "vitest";
import { renderNote } from "./render.ts";

const times = (count: number, text: string): string => text.repeat(count);

test.each([
  ["emphasis that never ends", times(4, `${times(1500, "*a_")}\n`)],
  ["the same in paragraphs", times(60, `${times(600, "*a_")}\n\n`)],
  ["short rows of a wide table", `${times(50, "|a")}|\n${times(50, "|-")}|\n${times(4000, "|\n")}`],
  ["lists in lists", `${times(5000, "- ")}deep`],
  [
    "the same, line by line",
    Array.from({ length: 400 }, (_, i) => `${times(i, "  ")}- a`).join("\n"),
  ],
  ["code that never ends", Array.from({ length: 500 }, (_, i) => times(i + 1, "`")).join(" x ")],
  ["short tables", times(60, `${times(50, "|a")}|\n${times(50, "|-")}|\n${times(80, "|\n")}\n`)],
])("%s are shown as they are written, at once", async (_, text) => {
  const start = performance.now();
  expect(await renderNote(text)).toMatch(/^<pre class="plain"/);
  expect(performance.now() - start).toBeLessThan(1000);
});

test("what people write is Markdown, however much of it there is", async () => {
  const list = times(1500, "- Prefers **bomba** rice, *never* stock cubes\n");
  const table = `| a | b | c |\n|---|---|---|\n${times(1000, "| **x** | [[y]] | snake_case_name |\n")}`;
  const code = `\`\`\`js\n${times(1000, "                const words = `a * b_c` * 2;\n")}\`\`\`\n\n**x**`;
  for (const text of [list, table, code]) expect(await renderNote(text)).toContain("<strong>");
});

test("a note is embedded once on a page, and the same again is a link to it", async () => {
  const html = await renderNote(times(2000, "![[other]]\n\n"), { "other.md": "Bomba rice\n" });
  expect(html.split("Bomba rice")).toHaveLength(2);
  expect(html.split('href="/other/"')).toHaveLength(2001);
});

test("parts that are missing cost no more, however many are asked for", async () => {
  const embeds = (note: string): string =>
    Array.from({ length: 6000 }, (_, i) => `![[${note}#h${i}]]`).join("\n\n");
  const start = performance.now();
  for (const note of ["", "other"]) await renderNote(embeds(note), { "other.md": embeds("x") });
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("a memory's bank has its colour, in a note with HTML as in one without", async () => {
  const memory = "- No nuts (2026-02-12) [bank:: Work]\n";
  for (const text of [memory, `${memory}\n<kbd>x</kbd>\n`])
    expect(await renderNote(text)).toMatch(/<a class="bank hue-\d" href="\/banks\/work\/">/);
});
