import { expect, test } from "vitest";
import { type NewEntry, writeEntries } from "../../src/digest/write-entries.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import type { ChangeFile, ChangeOp } from "../../src/vault/write/change-file.ts";
import { fc } from "../fast-check.ts";

const path = toTopicPath("topics/a.md");

/** A file in memory, with what was noted for its commits. */
function openFile(text: string | null) {
  const state = { text, notes: [] as ChangeOp[] };
  const changeFile: ChangeFile = async (_, change) => {
    const before = state.text === null ? null : Buffer.from(state.text);
    const { bytes, result, ops = [] } = change(before);
    state.notes.push(...ops);
    state.text = bytes && Buffer.from(bytes).toString();
    return result;
  };
  const write = async (...entries: NewEntry[]) => {
    const file = {
      path,
      title: "A",
      today: "2026-02-12",
      defaultBank: "General",
    };
    return (await writeEntries(changeFile, file, entries)).results.map(({ status }) => status);
  };
  return { state, write };
}

const entry = (text: string, fields = {}): NewEntry => ({
  text,
  date: "2026-02-12",
  fields: { ...fields, key: "k1" },
});

test("writeEntries() makes the file, and does nothing the second time", async () => {
  const { state, write } = openFile(null);
  expect(await write(entry("One"), entry("Two"), entry("one."))).toEqual([
    "saved",
    "saved",
    "known",
  ]);
  const { text } = state;
  expect(state.notes).toEqual(["created", "learned", "learned"]);
  expect(await write(entry("One"), entry("Two"))).toEqual(["saved", "saved"]);
  expect(state.text).toBe(text);
  expect(state.notes).toHaveLength(3);
});

test("writeEntries() tells what is there from elsewhere from what it wrote itself", async () => {
  const others = ["- One [key:: k1]\n", "- ONE (2026-02-12) [key:: k1]\n"];
  for (const before of others) {
    const { state, write } = openFile(before);
    expect(await write(entry("One"))).toEqual(["known"]);
    expect(state.text).toBe(before);
  }
  const { write } = openFile("- One (2026-01-01)\n"); // Whoever calls has asked whether the day matters.
  expect(await write(entry("One"))).toEqual(["saved"]);
});

test("writeEntries() leaves out the bank that is the file's", async () => {
  const { state, write } = openFile("---\nbank: Health\n---\n- One\n");
  await write(entry("Two", { bank: "health" }), entry("Three", { bank: "General" }));
  expect(state.text).toContain("- Two (2026-02-12) [key:: k1]\n");
  expect(state.text).toContain("- Three (2026-02-12) [bank:: General] [key:: k1]\n");
  const plain = openFile("- One\n");
  await plain.write(entry("Two", { bank: "General" }), entry("Three", { bank: "Health" }));
  expect(plain.state.text).toBe(
    "- One\n- Two (2026-02-12) [key:: k1]\n- Three (2026-02-12) [bank:: Health] [key:: k1]\n",
  );
});

test("writeEntries() strikes what a line replaces, once, and not where it is another text, protected or gone", async () => {
  const replacing: NewEntry = {
    ...entry("Lives in Reus"),
    replaces: { id: "old", text: "Lives in Vic" },
  };
  const { state, write } = openFile("- Lives in Vic (2026-01-01) ^old\n");
  expect(await write(replacing)).toEqual(["replaced"]);
  const { text } = state;
  expect(text).toMatch(
    /^- ~~Lives in Vic~~ \(2026-01-01\) \[superseded:: \^(\w+)\] \^old\n- Lives in Reus .* \^\1\n$/,
  );
  expect(await write(replacing)).toEqual(["replaced"]);
  expect(state.text).toBe(text);
  expect(state.notes).toEqual(["replaced"]);
  const others = [
    "- Lives in Olot ^old\n",
    "- Lives in Vic #protected ^old\n",
    "- Other\n",
    "- ~~Lives in Vic~~ [superseded:: ^x1] ^old\n",
  ];
  for (const before of others) {
    const file = openFile(before);
    expect(await file.write(replacing)).toEqual(["saved"]);
    expect(file.state.text).toBe(`${before}- Lives in Reus (2026-02-12) [key:: k1]\n`);
  }
});

test("writeEntries() writes a text again that was struck", async () => {
  const { state, write } = openFile(
    "- ~~Lives in Vic~~ (2026-01-01) [superseded:: ^b1]\n- Lives in Reus ^b1\n",
  );
  expect(await write(entry("Lives in Vic"))).toEqual(["saved"]);
  expect(state.text).toMatch(/\n- Lives in Vic \(2026-02-12\)/);
});

test("writeEntries() twice is writeEntries() once, whatever the texts", async () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 30 })
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
      const { state, write } = openFile("# A\n\n- first\n");
      await write(...texts.map((text) => entry(text)));
      const once = state.text;
      await write(...texts.map((text) => entry(text)));
      expect(state.text).toBe(once);
    }),
    { numRuns: 60 },
  );
});
