import fc from "fast-check";
import { expect, test } from "vitest";
import { describeEdits, editsToBlock } from "../../src/vault/describe-edits.ts";
import { formatDigestBlock } from "../../src/vault/digest-log.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { seed } from "./fixtures.ts";

const path = toTopicPath("topics/cooking.md");
const topicOf = (text: string) => parseTopic(path, Buffer.from(text));
const nothing = { added: [], removed: [], changed: [] };

test.each([
  ["- a\n- b\n", "- a\n- b\n", nothing],
  ["- a\n- b\n", "- b\n- a\n\nnotes\n", nothing],
  ["- a\n", "- a\n- b\n- c\n", { ...nothing, added: ["b", "c"] }],
  ["- a\n- b\n", "- b\n", { ...nothing, removed: ["a"] }],
  ["- a\n- b\n", "- a\n- bee\n", { ...nothing, changed: [{ from: "b", to: "bee" }] }],
  ["- a\n", "- a (2026-02-12)\n", { ...nothing, changed: [{ from: "a", to: "a" }] }],
  ["- a ^k\n- b\n", "- b\n- z ^k\n", { ...nothing, changed: [{ from: "a", to: "z" }] }],
  ["- x\n- a\n", "- a\n- y\n", { ...nothing, added: ["y"], removed: ["x"] }],
  ["- a\n- a\n", "- a\n", { ...nothing, removed: ["a"] }],
])("describeEdits() from %j to %j", (before, after, edits) => {
  expect(describeEdits(topicOf(before), topicOf(after))).toEqual(edits);
});

test("describeEdits() takes a file that was made or is gone", () => {
  expect(describeEdits(null, topicOf("- a\n"))).toEqual({ ...nothing, added: ["a"] });
  expect(describeEdits(topicOf("- a\n"), null)).toEqual({ ...nothing, removed: ["a"] });
  expect(describeEdits(null, null)).toEqual(nothing);
});

test("describeEdits() accounts for every entry", () => {
  const file = fc
    .array(fc.constantFrom("- a\n", "- b\n", "- c (2026-01-01)\n", "- d ^k\n", "- e ^k\n"), {
      maxLength: 6,
    })
    .map((lines) => topicOf(lines.join("")));
  fc.assert(
    fc.property(file, file, (before, after) => {
      const { added, removed } = describeEdits(before, after);
      expect(before.entries.length - removed.length).toBe(after.entries.length - added.length);
      expect(describeEdits(after, after)).toEqual(nothing);
    }),
    { seed },
  );
});

test("editsToBlock() tells what changed by hand, file by file", () => {
  const edits = describeEdits(topicOf("- a\n- x\n"), topicOf("- a (2026-01-01)\n- b\n- c\n"));
  const block = editsToBlock("2026-02-12T15:00:00+01:00", [{ path, edits }]);
  expect(formatDigestBlock(block)).toBe(
    "## 2026-02-12T15:00:00+01:00 cooking\n\nedited by hand\n\n- changed: topics/cooking.md: 1 added, 2 changed\n",
  );
  const other = { path: toTopicPath("general/2026-02.md"), edits: nothing };
  const both = editsToBlock("2026-02-12T15:00:00+01:00", [{ path, edits }, other]);
  expect(both.topic).toBe("");
  expect(both.lines[1]).toEqual({ type: "changed", file: other.path, what: "notes edited" });
});
