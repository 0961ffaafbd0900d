import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { supersedeEntry } from "../../../src/vault/edit/entry-fields.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { isSuperseded } from "../../../src/vault/topic/entry.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import type { Entry } from "../../../src/vault/topic/topic.ts";
import { fc } from "../../fast-check.ts";
import { oddFiles } from "../fixtures.ts";
import { markdownSoup } from "../markdown/markdown-soup.ts";

const path = toTopicPath("topics/t.md");
const entriesOf = (bytes: Uint8Array): readonly Entry[] => parseTopic(path, bytes).entries;
const draft = { text: "new", date: "2026-02-12" };

/** The file after its first entry was superseded, with the new entry's id as `^id`. */
function supersedeFirst(text: string, words = draft): string {
  const bytes = Buffer.from(text);
  const after = supersedeEntry(bytes, entriesOf(bytes)[0]?.id ?? "", words);
  const fresh = entriesOf(after).find((entry) => entry.text === words.text)?.blockId ?? "none";
  return after.toString().replaceAll(fresh, "id");
}

test.each([
  ["- old\n", "- ~~old~~ [superseded:: ^id]\n- new (2026-02-12) ^id\n"],
  [
    "- old (2026-02-10) [bank:: Health] #x ^own\n",
    "- ~~old~~ (2026-02-10) [bank:: Health] [superseded:: ^id] #x ^own\n- new (2026-02-12) ^id\n",
  ],
  [
    "- [ ] old #preference\n",
    "- [ ] ~~old~~ [superseded:: ^id] #preference\n- new (2026-02-12) ^id\n",
  ],
  ["- old #plain\n", "- ~~old #plain~~ [superseded:: ^id]\n- new (2026-02-12) ^id\n"],
  [
    "# T\r\n1. old\r\n   lines (2026-02-10)\r\n   - nested\r\n2. b\r\n\r\nprose\r\n",
    "# T\r\n1. ~~old lines~~ (2026-02-10) [superseded:: ^id]\r\n   - nested\r\n2. b\r\n3. new (2026-02-12) ^id\r\n\r\nprose\r\n",
  ],
  ["- \\# old\n", "- ~~\\# old~~ [superseded:: ^id]\n- new (2026-02-12) ^id\n"],
  [
    "- old \\(2026-01-01)\n",
    "- ~~old \\(2026-01-01)~~ [superseded:: ^id]\n- new (2026-02-12) ^id\n",
  ],
])("supersedeEntry() strikes the old entry and adds the new one in %j", (before, after) => {
  expect(supersedeFirst(before)).toBe(after);
});

test.each([
  ["about ~500 g", "about ~500 g"],
  ["uses ~~no~~ salt", "uses \\~\\~no\\~\\~ salt"],
  ["x ~", "x \\~"],
  ["\\~ x", "\\~ x"],
  ["ends in \\", "ends in \\\\"],
  ["runs `a ~~ b` and ~~", "runs `a ~~ b` and \\~\\~"],
  ["`~~`", "`~~`"],
  ["see [a](http://x/~me) and <http://x/~~y>", "see [a](http://x/~me) and <http://x/~~y>"],
  ["a ` lone ~~ tick", "a ` lone \\~\\~ tick"],
])("supersedeEntry() strikes %j as %j", (words, struck) => {
  expect(supersedeFirst(`- ${words}\n`)).toContain(`- ~~${struck}~~ [superseded:: ^id]\n`);
});

test("supersedeEntry() leaves what stands around as it was, and does the same again", () => {
  const bytes = Buffer.from(
    "---\nupdated: 2026-01-01\nk: 1 # c\n---\n\n- old (2026-01-01)\n\n## Later\n",
  );
  const id = entriesOf(bytes)[0]?.id ?? "";
  const done = supersedeEntry(bytes, id, draft);
  expect(done.toString()).toMatch(
    /^---\nupdated: 2026-01-01\nk: 1 # c\n---\n\n- ~~old~~ .*\n- new \(2026-02-12\) \^[a-z0-9]{6}\n\n## Later\n$/,
  );
  expect(supersedeEntry(bytes, id, draft)).toEqual(done);
});

test("supersedeEntry() makes a block id that the file does not have", () => {
  const once = supersedeFirst("- old\n- other\n");
  const bytes = Buffer.from("- old\n- other\n");
  const first = supersedeEntry(bytes, entriesOf(bytes)[0]?.id ?? "", draft);
  const second = supersedeEntry(first, entriesOf(first)[1]?.id ?? "", draft);
  const ids = entriesOf(second).flatMap(({ blockId }) => blockId ?? []);
  expect(new Set(ids).size).toBe(2);
  expect(once).toContain("- other\n");
});

test("chains work: each is struck once and points at the next", () => {
  let bytes: Buffer = Buffer.from("- one (2026-01-01)\n");
  for (const text of ["two", "three"]) {
    const last = entriesOf(bytes).find((entry) => !isSuperseded(entry));
    bytes = supersedeEntry(bytes, last?.id ?? "", { text });
  }
  const [one, two, three] = entriesOf(bytes);
  expect([one, two, three].map((entry) => entry && isSuperseded(entry))).toEqual([
    true,
    true,
    false,
  ]);
  expect(one?.fields.superseded).toBe(`^${two?.blockId}`);
  expect(two?.fields.superseded).toBe(`^${three?.blockId}`);
  expect(two?.text).toBe("~~two~~");
  expect(() => supersedeEntry(bytes, one?.id ?? "", draft)).toThrow(/superseded already/);
});

test("supersedeEntry() refuses what is protected, gone, or cannot be written", () => {
  const guarded = Buffer.from("- nuts (2026-01-01) #Protected\n");
  expect(() => supersedeEntry(guarded, entriesOf(guarded)[0]?.id ?? "", draft)).toThrow(
    expect.objectContaining({ code: "BAD_INPUT" }),
  );
  expect(() => supersedeEntry(guarded, "gone", draft)).toThrow(
    expect.objectContaining({ code: "NOT_FOUND" }),
  );
  const odd = Buffer.from("---\na: [\n---\n- a\n");
  expect(() => supersedeEntry(odd, "a", draft)).toThrow(
    expect.objectContaining({ code: "BAD_FRONTMATTER" }),
  );
});

function check(before: Buffer): void {
  const words = ({ text, date, fields, tags }: Entry): object => ({ text, date, fields, tags });
  for (const [i, entry] of entriesOf(before).entries()) {
    try {
      const bytes = supersedeEntry(before, entry.id, { text: "the new one" });
      const after = entriesOf(bytes);
      const at = after.findIndex(({ text }) => text === "the new one");
      expect(after[at]).toMatchObject({ text: "the new one", blockId: expect.any(String) });
      const others = after.toSpliced(at, 1);
      expect(others.toSpliced(i, 1).map(words)).toEqual(
        entriesOf(before).toSpliced(i, 1).map(words),
      );
      const { date, blockId } = entry;
      expect(others[i]).toMatchObject({
        date,
        blockId,
        fields: { ...entry.fields, superseded: `^${after[at]?.blockId}` },
      });
      expect(others[i]?.text).toMatch(/^~~.*~~$/s);
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
    }
  }
}

test.each(oddFiles)("supersedeEntry() changes one entry of %s and adds one", (_, bytes) => {
  check(bytes);
});

test("supersedeEntry() changes one entry of any Markdown and adds one", () => {
  fc.assert(
    fc.property(markdownSoup, (text) => check(Buffer.from(text))),
    { numRuns: 300 },
  );
});
