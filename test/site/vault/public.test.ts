import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePublicList } from "../../../site/vault/public-list.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { listPublic } from "../../../site/vault/show-listed.ts";
import type { SiteVault } from "../../../site/vault/site-vault.ts";
import { fc } from "../../fast-check.ts";
import { useVault, writeFiles } from "../../temp.ts";
import { documentAt, everythingIn, options } from "./read-site.ts";

const cooking = `---
title: Cooking
summary: nobody reviewed this
aliases: [recipes]
tags: [food]
bank: Personal
created: 2026-02-10
updated: 2026-02-12
cssclass: wide
---

# Cooking

- Prefers bomba rice for paella (2026-02-12) [source:: S1] [agent:: butler] #rice ^abc123
- Uses broth, see [[people/ana/topics/shed|the shed]] and [[people/ana/topics/broth]]
  - always warm
- ~~Likes noodles~~ (2026-01-01) [superseded:: ^abc123]

## Ideas

Sunday is rice day, see [travel](travel.md#porto) and ![the oven](oven.jpg).

[ref]: people/ana/topics/shed.md
`;

const files = {
  "topics/cooking.md": cooking,
  "topics/travel.md": "# Travel\n\n- Porto in May\n",
  "topics/oven.jpg": "an oven",
  "people/ana/topics/shed.md": "- x\n",
  "log/2026-02.md":
    "## 2026-02-12T14:30:00Z cooking\n\nRice.\n\n- learned: Prefers bomba rice for paella → topics/cooking.md\n- session: S1\n",
  "topics/index.txt": "2026-02-12T14:30:00|cooking|rice and more\n",
};

/** The site of what the list has, without the lines that hold one of these words. */
async function publish(root: string, without: readonly string[] = []): Promise<SiteVault> {
  const list = await listPublic(root, options);
  const kept = list.split("\n").filter((line) => !without.some((word) => line.includes(word)));
  return readVault(root, {
    ...options,
    publicList: parsePublicList(kept.join("\n"), "public.txt"),
  });
}

test("listPublic() offers titles, headings, entries, note text and files, a line each", async () => {
  const root = useVault(files);
  expect(await listPublic(root, options)).toMatchInlineSnapshot(`
    "# What \`loci site build --public\` may show. Delete the lines of what nobody else should see.
    # What is edited later falls out of the site until it is listed again.
    topics/cooking.md#title  Cooking · tags: food · aliases: recipes · bank: Personal
    topics/cooking.md#0d1aede78014  Prefers bomba rice for paella #rice
    topics/cooking.md#f653765fdeb6  Uses broth, see [[people/ana/topics/shed|the shed]] and [[people/ana/topics/broth]]
    topics/cooking.md#n-db71699d7462  - always warm
    topics/cooking.md#h-1c403a939dd4  ## Ideas
    topics/cooking.md#n-6461c41d50fb  Sunday is rice day, see [travel](travel.md#porto) and ![the oven](oven.jpg).
    topics/oven.jpg#file-ec7ef5d591fc  (file, shown in topics/cooking.md)
    topics/travel.md#title  Travel
    topics/travel.md#efba307ff0c3  Porto in May
    "
  `);
});

test("readVault() shows of a listed entry its words and nothing that was not looked at", async () => {
  const vault = await publish(useVault(files));
  const { text } = documentAt(vault, "topics/cooking.md");
  expect(text).toMatchInlineSnapshot(`
    "










    # Cooking

    - Prefers bomba rice for paella (2026-02-12) #rice
    - Uses broth, see the shed and broth
      - always warm


    ## Ideas

    Sunday is rice day, see [travel](travel.md#porto) and ![the oven](oven.jpg).


    "
  `);
  const shown = everythingIn(vault);
  for (const word of ["S1", "ana", "abc123", "nobody reviewed", "noodles", "wide", "14:30"]) {
    expect(shown).not.toContain(word);
  }
  expect(vault.digests).toEqual([]);
  expect(vault.recent).toEqual([{ time: "2026-02-12T00:00:00", topic: "cooking", summary: "" }]);
  expect(vault.problems).toEqual([]);
});

test("readVault() keeps lines where they are in the file", async () => {
  const vault = await publish(useVault(files));
  const lines = cooking.split("\n");
  for (const { entry } of documentAt(vault, "topics/cooking.md").entries) {
    expect(lines[entry.line - 1]).toContain(entry.text.slice(0, 8));
  }
});

test.each([
  ["a title", "#title  Cooking", ["recipes", '"tags":["food"]']],
  ["an entry", "Prefers bomba", ["bomba", "2026-02-12T"]],
  ["an entry with what is nested in it", "Uses broth", ["broth", "always warm"]],
  ["what is nested in an entry", "always warm", ["always warm"]],
  ["a heading", "## Ideas", ["Ideas"]],
  ["note text", "Sunday is", ["Sunday", "oven.jpg", "porto"]],
  ["a file", "#file-", ["oven.jpg"]],
  ["a document", "topics/travel.md#", ["topics/travel", "Porto in May"]],
])("readVault() leaves out %s that is not listed", async (_, without, words) => {
  const root = useVault(files);
  const [before, after] = [await publish(root), await publish(root, [without])];
  for (const word of words.filter((one) => one !== "2026-02-12T")) {
    expect(everythingIn(before)).toContain(word);
    expect(everythingIn(after)).not.toContain(word);
  }
});

test("readVault() makes plain words of links to what is not listed", async () => {
  const vault = await publish(useVault(files), ["topics/travel.md#", "#file-"]);
  const { text, links } = documentAt(vault, "topics/cooking.md");
  expect(text).toContain("- Uses broth, see the shed and broth\n");
  expect(text).toContain("Sunday is rice day, see travel and the oven.\n");
  expect(links).toEqual([]);
});

test("readVault() keeps links to what is listed", async () => {
  const { links } = documentAt(await publish(useVault(files)), "topics/cooking.md");
  expect(links).toEqual([
    { target: "travel.md", isEmbed: false, found: { type: "document", path: "topics/travel.md" } },
    { target: "oven.jpg", isEmbed: true, found: { type: "attachment", path: "topics/oven.jpg" } },
  ]);
});

test.each([
  ["an entry", { "topics/travel.md": "# Travel\n\n- Porto in June, with Ana\n" }, "June"],
  [
    "an alias",
    { "topics/travel.md": "---\ntitle: Travel\naliases: [escape]\n---\n\n- Porto in May\n" },
    "escape",
  ],
  ["a tag", { "topics/travel.md": "# Travel\n\n- Porto in May (2026-01-01) #escape\n" }, "escape"],
  ["a bank", { "topics/travel.md": "# Travel\n\n- Porto in May [bank:: escape]\n" }, "escape"],
  ["a field", { "topics/travel.md": "# Travel\n\n- Porto in May [why:: escape]\n" }, "escape"],
  ["a file", { "topics/oven.jpg": "another oven" }, "oven.jpg"],
])("readVault() leaves out %s that was edited since the review", async (_, edit, word) => {
  const root = useVault(files);
  const publicList = parsePublicList(await listPublic(root, options), "public.txt");
  writeFiles(root, edit);
  const vault = await readVault(root, { ...options, publicList });
  expect(everythingIn(vault)).not.toContain(word);
});

test("readVault() tells which lines of the list fit nothing any more, without their words", async () => {
  const root = useVault(files);
  const list = await listPublic(root, options);
  writeFileSync(join(root, "topics/travel.md"), "# Travel\n\n- Porto in June\n");
  const publicList = parsePublicList(`${list}\nnonsense\n`, "public.txt");
  const { problems } = await readVault(root, { ...options, publicList });
  const rows = list.split("\n");
  expect(problems).toEqual([
    {
      ...{ code: "NOT_REVIEWED", file: "public.txt" },
      line: rows.findIndex((row) => row.includes("Porto in May")) + 1,
      message:
        "What this line lists is not shown: it was edited, moved, hidden or deleted since the review",
    },
    {
      ...{ code: "BAD_LINE", file: "public.txt", line: rows.length + 1 },
      message: "This line is not of the form that loci site build --public prints",
    },
  ]);
});

test("readVault() does not show what is private, listed or not", async () => {
  const root = useVault({ "a.md": "- open\n- a xylophone\n" });
  const publicList = parsePublicList(await listPublic(root, options), "public.txt");
  writeFileSync(join(root, "a.md"), "- open\n- a xylophone #private\n");
  const vault = await readVault(root, { ...options, publicList });
  expect(everythingIn(vault)).not.toContain("xylophone");
  expect(vault.entries.map(({ entry }) => entry.text)).toEqual(["open"]);
});

test("readVault() shows no comment in code that the list does not show either", async () => {
  const vault = await publish(useVault({ "a.md": "- b\n\nsome `<!-- xylophone -->` code\n" }));
  expect(documentAt(vault, "a.md").text).toContain("some `` code");
  expect(everythingIn(vault)).not.toContain("xylophone");
});

test("readVault() names people where their scope is included", async () => {
  const root = useVault({ "a.md": "- b [person:: ana]\n", "people/ana/profile.md": "- c\n" });
  const include = ["people/ana"];
  const publicList = parsePublicList(await listPublic(root, { ...options, include }), "public.txt");
  const vault = await readVault(root, { ...options, include, publicList });
  expect(vault.entries.map(({ person }) => person)).toEqual(["ana", "ana"]);
});

test("readVault() without a line listed shows nothing", async () => {
  const vault = await publish(useVault(files), [""]);
  expect(vault.documents).toEqual([]);
  expect(vault.hidden).toEqual({ documents: 3, entries: 0 });
});

test("readVault() shows exactly what is listed, whatever that is", async () => {
  const part = fc.constantFrom(
    (word: string) => `- ${word}`,
    (word: string) => `- [ ] ${word} (2026-01-01) [x:: hiddenfield] ^hidden-id`,
    (word: string) => `## ${word}`,
    (word: string) => `\n${word}\n`,
    (word: string) => `  - ${word}`,
    (word: string) => `> ${word}`,
    (word: string) => `\n\`\`\`\n${word}\n\`\`\`\n`,
    (word: string) => `| ${word} |\n|---|`,
    (word: string) => `1. ${word} <!-- hiddencomment -->`,
    (word: string) => `[${word}]: https://example.org/${word}`,
    (word: string) => `${word}\n===`,
    (word: string) => `[^1]: ${word}`,
    (word: string) => `- > ${word}`,
    (word: string) => `<div>${word}</div>`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.array(fc.boolean()),
      async (parts, keep) => {
        const words = parts.map((_, i) => `word${String(i).padStart(2, "0")}`);
        const root = useVault({
          "a.md": `${parts.map((write, i) => write(words[i] ?? "")).join("\n\n")}\n`,
        });
        const rows = (await listPublic(root, options))
          .split("\n")
          .filter((_, i) => keep[i] ?? true);
        const publicList = parsePublicList(rows.join("\n"), "public.txt");
        const shown = everythingIn(await readVault(root, { ...options, publicList }));
        const listed = rows.join("\n");
        for (const word of words) {
          if (!listed.includes(word)) expect(shown).not.toContain(word);
        }
        expect(shown).not.toContain("hidden-id");
        expect(shown).not.toContain("hiddenfield");
        expect(shown).not.toContain("hiddencomment");
      },
    ),
    { numRuns: 150 },
  );
});
