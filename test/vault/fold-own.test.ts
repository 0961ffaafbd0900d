import { expect, test } from "vitest";
import { markEntry } from "../../src/vault/edits/entry-mark.ts";
import { foldOwn } from "../../src/vault/edits/fold-own.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { fc } from "../fast-check.ts";

/** A word an entry: "a b" are two. */
const marks = (words: string) =>
  parseTopic(toTopicPath("a.md"), Buffer.from(words.replace(/\S+ ?/g, "- $&\n"))).entries.map(
    (entry) => ({ ...markEntry(entry), word: entry.text }),
  );

const idsOf = (words: string): ReadonlySet<string> =>
  new Set(marks(words).map(({ textId }) => textId));

function fold(before: string, now: string, added: string, removed: string): string {
  const [old, next] = [marks(before), marks(now)];
  const own = { added: idsOf(added), removed: idsOf(removed) };
  const wordById = new Map([...old, ...next].map(({ textId, word }) => [textId, word]));
  return foldOwn(old, next, own)
    .map(({ textId }) => wordById.get(textId))
    .join(" ");
}

test.each([
  ["a b", "a b c", "c", "", "a b c", "what Loci added"],
  ["a b", "a b c h", "c", "", "a b c", "what Loci added, and not what came by hand"],
  ["a b", "b", "", "a", "b", "what Loci took out"],
  ["a b", "", "", "a", "b", "what Loci took out, and not what went by hand"],
  ["a b", "a b", "c", "", "a b", "a line of Loci's that somebody took out before it was seen"],
  ["a b", "a b", "", "a", "a b", "a line that Loci took out and somebody put back"],
  ["a b", "n a m b", "n m", "", "n a m b", "new lines in their places"],
  ["", "n m", "n m", "", "n m", "a new file"],
])(
  "foldOwn() of %j, now %j, where Loci added %j and removed %j gives %j: %s",
  (before, now, added, removed, folded) => {
    expect(fold(before, now, added, removed)).toBe(folded);
  },
);

const words = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"))
  .map((some) => some.join(" "));

test("foldOwn() gives the file where all is Loci's, the old one where nothing is, and the same again", () => {
  fc.assert(
    fc.property(words, words, words, words, (before, now, added, removed) => {
      expect(fold(before, now, now, before).split(" ").sort()).toEqual(now.split(" ").sort());
      expect(fold(before, now, "", "")).toBe(before);
      const once = fold(before, now, added, removed);
      expect(fold(once, now, added, removed)).toBe(once);
    }),
  );
});
