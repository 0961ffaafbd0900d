import { expect, test } from "vitest";
import { editsToBlock } from "../../../src/vault/log/describe-edits.ts";
import { formatDigestBlock, parseDigestLog } from "../../../src/vault/log/digest-log.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { fc } from "../../fast-check.ts";

const cooking = toTopicPath("topics/cooking.md");
const time = "2026-02-12T15:00:00+01:00";

const bytesOf = (text: string | null) => (text === null ? undefined : Buffer.from(text));

/** Path → text before and after; null where there is no file. */
type Versions = Readonly<Record<string, readonly [string | null, string | null]>>;

const edited = (files: Versions) =>
  Object.entries(files).map(([path, [before, now]]) => ({
    path: toTopicPath(path),
    before: bytesOf(before),
    now: bytesOf(now),
  }));

/** File → what the log says of it. */
function told(files: Versions): Record<string, string> {
  const { lines } = editsToBlock(time, edited(files));
  return Object.fromEntries(lines.map((line) => ("what" in line ? [line.file, line.what] : [])));
}

test.each([
  ["- a\n", "- a\n- b\n- c\n", "2 added"],
  ["- a\n- b\n", "- b\n", "1 removed"],
  ["- a\n- b\n", "- a\n- bee\n", "1 changed"],
  ["- a\n", "- a (2026-02-12)\n", "1 changed"],
  ["- a\n", "- a [bank:: Work]\n", "1 changed"],
  ["- a ^k\n- b\n", "- b\n- z ^k\n", "1 changed"],
  ["- x\n- a\n", "- a\n- y\n", "1 added, 1 removed"],
  ["- a\n- a\n", "- a\n", "1 removed"],
  ["- a\n- a\n- b\n", "- a\n- bee\n", "1 removed, 1 changed"],
  ["- a\n- b\n", "- b\n- a\n\nnotes\n", "edited"],
  ["- [ ] milk\n", "- [x] milk\n", "edited"],
  [null, "# Notes\n", "new file"],
  [null, "- a\n", "new file, 1 added"],
  ["- a\n- b\n", null, "file removed, 2 removed"],
])("editsToBlock() from %j to %j says %j", (before, now, what) => {
  expect(told({ [cooking]: [before, now] })).toEqual({ [cooking]: what });
});

test("editsToBlock() accounts for every entry", () => {
  const lines = ["- a\n", "- b\n", "- c (2026-01-01)\n", "- d ^k\n", "- e ^k\n"];
  const file = fc
    .array(fc.constantFrom(...lines), { maxLength: 6 })
    .map((some) => bytesOf(some.join("")));
  fc.assert(
    fc.property(file, file, file, file, (before, now, before2, now2) => {
      const { lines } = editsToBlock(time, [
        { path: cooking, before, now },
        { path: toTopicPath("topics/rice.md"), before: before2, now: now2 },
      ]);
      for (const one of lines) {
        if (one.type !== "changed") throw new TypeError("another line");
        const [was, is] = one.file === cooking ? [before, now] : [before2, now2];
        const [, added = "0"] = /(\d+) added/.exec(one.what) ?? [];
        const [, removed = "0"] = /(\d+) removed/.exec(one.what) ?? [];
        const came = Number(added) - Number(removed);
        const countOf = (bytes = Buffer.alloc(0)) => String(bytes).split("\n").length;
        expect(countOf(is) - countOf(was)).toBe(came);
      }
    }),
  );
});

test("editsToBlock() tells what changed by hand, file by file, in numbers", () => {
  const edits = edited({ [cooking]: ["- a\n- x\n", "- a (2026-01-01)\n- b\n- c\n"] });
  const block = editsToBlock(time, edits);
  expect(formatDigestBlock(block)).toBe(
    "## 2026-02-12T15:00:00+01:00 cooking\n\nedited by hand\n\n- changed: topics/cooking.md: 1 added, 2 changed\n",
  );
  const other = edited({ "general/2026-02.md": ["", "note\n"] });
  const both = editsToBlock(time, [...edits, ...other]);
  expect(both.topic).toBe("");
  expect(both.summary).toBe("edited by hand");
  expect(both.lines[1]).toEqual({ type: "changed", file: "general/2026-02.md", what: "edited" });
});

test("editsToBlock() names no more than twenty files of a large batch, and counts them all", () => {
  const files = Array.from({ length: 500 }, (_, i) => [`topics/t${i}.md`, ["- a\n", "- a\n- b\n"]]);
  const block = editsToBlock(time, edited(Object.fromEntries(files)));
  expect(block.lines).toHaveLength(20);
  expect(block.summary).toBe("edited by hand: 500 files, here the first 20");
  expect(parseDigestLog(Buffer.from(formatDigestBlock(block)))).toEqual([block]);
});
