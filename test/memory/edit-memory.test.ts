import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { setEntryField } from "../../src/vault/edit/entry-fields.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { initGit } from "../init-git.ts";
import { useVault } from "../temp.ts";
import { undo } from "../undo.ts";

const noon = Date.parse("2026-11-21T11:00:00Z");
const path = "topics/home.md";
const home = `---
bank: Personal
updated: 2026-01-01
---

# Home

- Allergic to tree nuts (2026-02-10) [importance:: 1] #protected ^nuts1
- Runs at six [bank:: Health] #sport
- Owes Pau ten euros (2026-02-11) [Bank:: Wrok] [key:: debt]
- ~~Lives in Reus~~ (2026-01-02) [superseded:: ^c9kkcr]
- Lives in Tarragona (2026-03-02) ^c9kkcr
- The hose leaks
- The tap leaks
`;

async function open(text = home) {
  const root = useVault({ [path]: text });
  initGit(root);
  const loci = await openLoci({ root, env: { TZ: "UTC" }, now: () => noon, report: () => {} });
  const read = (file = path): string => readFileSync(join(root, file), "utf8");
  const lines = (): string[] =>
    read()
      .split("\n")
      .filter((line) => line.startsWith("- "));
  return { root, loci, read, lines };
}

test("editMemory() writes the one field of a bank, and undo takes it back", async () => {
  const { loci, read } = await open();
  const edited = await loci.memory.edit("nuts1", { bank: "health" });
  expect(edited).toEqual({ id: "nuts1", text: "Allergic to tree nuts", file: path });
  expect(read()).toBe(
    home
      .replace("[importance:: 1] #protected", "[importance:: 1] [bank:: Health] #protected")
      .replace("updated: 2026-01-01", "updated: 2026-11-21"),
  );
  const { hits } = await loci.memory.recall("tree nuts", { bank: "Health" });
  expect(hits.map(({ id }) => id)).toContain("nuts1");
  expect(await undo(loci)).toMatchObject({ what: "home: replaced 1" });
  expect(read()).toBe(home);
  await loci.close();
});

test("editMemory() leaves the field out where the file's bank is meant, unless its tags would become text", async () => {
  const { loci, lines } = await open();
  await loci.memory.edit("Owes Pau ten euros", { bank: "Personal" });
  expect(lines()[2]).toBe("- Owes Pau ten euros (2026-02-11) [key:: debt]");
  await loci.memory.edit("Runs at six", { bank: "Personal" });
  expect(lines()[1]).toBe("- Runs at six [bank:: Personal] #sport");
  await loci.close();
});

test("editMemory() corrects a misspelt bank, and leaves a memory that is in the bank already", async () => {
  const { loci, read } = await open();
  await loci.memory.edit("Runs at six", { bank: "Health" });
  await loci.memory.edit("Lives in Tarragona", { bank: "Personal" });
  expect(read()).toBe(home);
  await loci.memory.edit("Owes Pau ten euros", { bank: "General" });
  expect(read()).toContain("[bank:: General] [key:: debt]");
  await loci.close();
});

test.each([
  ["an unknown bank", "nuts1", "Gardening", /there is no such bank; there are Personal, Work/],
  ["a superseded memory", "~~Lives in Reus~~", "Work", /it is superseded/],
  ["words that are not all of a text", "leaks", "Work", /Cannot find the memory "leaks"/],
])("editMemory() refuses %s and changes nothing", async (_, entry, bank, message) => {
  const { loci, read } = await open();
  await expect(loci.memory.edit(entry, { bank })).rejects.toThrow(message);
  expect(read()).toBe(home);
  expect(await undo(loci)).toBeUndefined();
  await loci.close();
});

test("editMemory() edits nothing that the one who asks may not see", async () => {
  const { loci } = await open();
  const text = "The combination is in the clock";
  await loci.memory.remember([{ text, person: "pau", topic: "safe" }]);
  const edit = loci.memory.edit(text, { bank: "Work" }, { person: "ana" });
  await expect(edit).rejects.toThrow("there is none");
  await loci.close();
});

test("editMemory() works after an edit by hand that the index has not seen", async () => {
  const { root, loci, lines } = await open();
  writeFileSync(join(root, path), home.replace("# Home", "# Home\n\n- Paints at night"));
  await loci.memory.edit("Paints at night", { bank: "Interests" });
  expect(lines()[0]).toBe("- Paints at night [bank:: Interests]");
  await loci.close();
});

test.each([
  "Plain",
  "With a tag #sport",
  "With a mark #protected",
  "Twice (2026-01-01) [bank:: Work] [bank:: Health] #a",
  "[ ] A task (2026-01-01) ^abc123",
  "Ends like a field \\[bank:: Work]",
  "~~struck by hand~~ (2026-01-01)",
  "[bank:: Work]",
  "Says `[bank:: Work]` in code (2026-01-01)",
  "An empty one [bank::] (2026-01-01)",
  "In capitals [BANK:: Work] #x #preference ^id1",
  "Two\n  lines of one (2026-01-01)",
])("setEntryField() changes the bank of %j and nothing else that is read", (words) => {
  const file = `# T\n\n- Before\n- ${words}\n- After\n\nProse.\n`;
  const entriesOf = (bytes: Uint8Array) => parseTopic(toTopicPath(path), bytes).entries;
  const bytes = new TextEncoder().encode(file);
  const [before, old, after] = entriesOf(bytes);
  const id = old?.id ?? "";
  const next = setEntryField(bytes, id, { key: "bank", values: ["Health"] });
  const [first, now, last] = entriesOf(next);
  expect([first?.text, last?.text]).toEqual([before?.text, after?.text]);
  expect(now).toMatchObject({ text: old?.text, id, tags: old?.tags, date: old?.date });
  expect(now?.fields).toEqual({ ...old?.fields, bank: "Health" });
  expect(setEntryField(next, id, { key: "bank", values: ["Health"] })).toEqual(next);
});

test.each([
  [
    "double spaces",
    "Likes  green   tea  (2026-01-01)  #a",
    "(2026-01-01)",
    "(2026-01-01) [bank:: Work]",
  ],
  ["tabs", "Likes\tgreen tea\t(2026-01-01)\t^id1", "(2026-01-01)", "(2026-01-01) [bank:: Work]"],
  [
    "wrapped lines",
    "Likes green\n  tea\n  (2026-01-01) #a",
    "(2026-01-01)",
    "(2026-01-01) [bank:: Work]",
  ],
  ["a hard break", "Likes green  \n  tea", "tea", "tea [bank:: Work]"],
  ["other line ends", "Likes green\r\n  tea\r\n- And\n- milk", "tea", "tea [bank:: Work]"],
  ["a field on its own line", "Likes tea\n  [bank:: Health]\n  [key:: tea]", "Health", "Work"],
])("setEntryField() leaves %s as they are", (_, words, before, after) => {
  const file = `# T\n\n-   ${words}\n- After\n`;
  const bytes = new TextEncoder().encode(file);
  const id = parseTopic(toTopicPath(path), bytes).entries[0]?.id ?? "";
  const set = (from: Uint8Array, value: string | null): string =>
    setEntryField(from, id, { key: "bank", values: [value] }).toString();
  expect(set(bytes, "Work")).toBe(file.replace(before, after));
  if (!words.includes("bank")) expect(set(Buffer.from(set(bytes, "Work")), null)).toBe(file);
});

test("setEntryField() refuses a bank whose name would end the field", () => {
  const bytes = new TextEncoder().encode("- Likes tea\n");
  const id = parseTopic(toTopicPath(path), bytes).entries[0]?.id ?? "";
  const set = (bank: string) => () => setEntryField(bytes, id, { key: "bank", values: [bank] });
  expect(set("A] ^x")).toThrow("would not read back");
  expect(set("A\n- B")).toThrow("would not read back");
});
