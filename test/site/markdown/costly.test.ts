import { expect, test } from "vitest";
import { renderNote } from "./render.ts";

const times = (count: number, text: string): string => text.repeat(count);

test.each([
  ["emphasis that never ends", times(4, `${times(4000, "*a_")}\n`)],
  [
    "short rows of a wide table",
    `${times(500, "|a")}|\n${times(500, "|-")}|\n${times(4000, "|\n")}`,
  ],
  ["lists in lists", `${times(5000, "- ")}deep`],
  ["code that never ends", Array.from({ length: 700 }, (_, i) => times(i + 1, "`")).join(" x ")],
  ["comments that never end", times(9_000, "a<!--")],
  ["formulas", times(700, `${times(99, "$a$ ")}\n`)],
  ["a wide formula", `$$\n\\begin{matrix}${times(60_000, "&")}\\end{matrix}\n$$`],
  ["names in R", `\`\`\`r\n${times(99_000, "a.")}\n\`\`\``],
  ["brackets", times(90_000, "[")],
])(
  "%s are shown as they are written, when their time is up, and at once from then on",
  async (_, text) => {
    expect(await renderNote(text, {}, 200)).toMatch(/^<pre class="plain"/);
    const start = performance.now();
    expect(await renderNote(text)).toMatch(/^<pre class="plain"/);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(await renderNote("**x**")).toContain("<strong>");
  },
);

test("what people write is Markdown, however much of it there is", async () => {
  const list = times(1500, "- Prefers **bomba** rice, *never* stock cubes\n");
  const table = `| a | b | c |\n|---|---|---|\n${times(1000, "| **x** | [[y]] | snake_case_name |\n")}`;
  const code = `\`\`\`js\n${times(1000, "                const words = `a * b_c` * 2;\n")}\`\`\`\n\n**x**`;
  const line = times(
    200,
    "Prefers **bomba** rice, and [never](https://example.org/) stock cubes. ",
  );
  for (const text of [list, table, code, line])
    expect(await renderNote(text)).toContain("<strong>");
});

test("a note is embedded once on a page, and the same again is a link to it", async () => {
  const html = await renderNote(times(2000, "![[other]]\n\n"), { "other.md": "Bomba rice\n" });
  expect(html.split("Bomba rice")).toHaveLength(2);
  expect(html.split('href="/other/"')).toHaveLength(2001);
});

test("parts that are missing cost no more, however many are asked for", async () => {
  const embeds = (note: string): string =>
    Array.from({ length: 6000 }, (_, i) => `![[${note}#h${i}]]`).join("\n\n");
  const start = process.cpuUsage();
  for (const note of ["", "other"]) await renderNote(embeds(note), { "other.md": embeds("x") });
  expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
});

test("a memory's bank has its colour, in a note with HTML as in one without", async () => {
  const memory = "- No nuts (2026-02-12) [bank:: Work]\n";
  for (const text of [memory, `${memory}\n<kbd>x</kbd>\n`])
    expect(await renderNote(text)).toMatch(/<a class="bank hue-\d" href="\/banks\/work\/">/);
});
