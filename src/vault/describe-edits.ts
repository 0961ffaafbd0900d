import type { DigestBlock } from "./digest-log.ts";
import { placeOf, type TopicPath } from "./paths.ts";
import type { Entry, Topic } from "./topic.ts";

/** What someone did to the entries of one file by hand, each by its text. */
export interface Edits {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Entries whose words, date, fields or tags are others now. */
  readonly changed: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Compares the entries of a file before and after someone edited it; `null` where there was or is no file. An entry is
 * the same by its block id or its text; one that went and one that came in its place are one that changed.
 */
export function describeEdits(before: Topic | null, after: Topic | null): Edits {
  const pairs = new Pairs();
  const [old, now] = [before?.entries ?? [], after?.entries ?? []];
  pairs.matchBy(old, now, ({ blockId }) => blockId);
  pairs.matchBy(old, now, ({ text }) => text);
  const places = pairs.numbers();
  pairs.matchBy(old, now, placeIn(old, now, places));
  const isLeft = (entry: Entry): boolean => !pairs.has(entry);
  return {
    added: now.filter(isLeft).map(({ text }) => text),
    removed: old.filter(isLeft).map(({ text }) => text),
    changed: pairs.list
      .filter(([a, b]) => wordsOf(a) !== wordsOf(b))
      .map(([a, b]) => ({ from: a.text, to: b.text })),
  };
}

/** The block of the digest log for a batch of edits by hand; its session is "". */
export function editsToBlock(
  time: string,
  files: readonly { readonly path: TopicPath; readonly edits: Edits }[],
): DigestBlock {
  const places = files.map(({ path }) => placeOf(path));
  const topics = new Set(places.map(({ kind, topic }) => (kind === "topic" ? topic : "")));
  const [topic = ""] = topics.size === 1 ? topics : [];
  return {
    ...{ time, topic, summary: "edited by hand", session: "", agent: "", person: null },
    ...{ modes: [], languages: [] },
    lines: files.map(({ path, edits }) => ({ type: "changed", file: path, what: inWords(edits) })),
  };
}

/** Entries of before and after that are one. */
class Pairs {
  readonly list: (readonly [Entry, Entry])[] = [];
  private readonly numberByEntry = new Map<Entry, number>();

  has(entry: Entry): boolean {
    return this.numberByEntry.has(entry);
  }

  numbers(): ReadonlyMap<Entry, number> {
    return new Map(this.numberByEntry);
  }

  /** Pairs those of equal key that have no partner yet, in their order. */
  matchBy(
    old: readonly Entry[],
    now: readonly Entry[],
    keyOf: (entry: Entry) => string | undefined,
  ): void {
    const keyOfLeft = (entry: Entry): string | undefined =>
      this.has(entry) ? undefined : keyOf(entry);
    const waiting = Map.groupBy(old.toReversed(), keyOfLeft);
    for (const entry of now) {
      const key = keyOfLeft(entry);
      const other = key === undefined ? undefined : waiting.get(key)?.pop();
      if (other === undefined) continue;
      this.numberByEntry.set(other, this.list.length).set(entry, this.list.length);
      this.list.push([other, entry]);
    }
  }
}

/** An entry's place: behind which of the paired ones it stands. */
function placeIn(
  old: readonly Entry[],
  now: readonly Entry[],
  numbers: ReadonlyMap<Entry, number>,
): (entry: Entry) => string | undefined {
  const places = new Map<Entry, string>();
  for (const entries of [old, now]) {
    let behind = -1;
    for (const entry of entries) {
      behind = numbers.get(entry) ?? behind;
      places.set(entry, String(behind));
    }
  }
  return (entry) => places.get(entry);
}

const wordsOf = ({ text, date, fields, tags, task }: Entry): string =>
  JSON.stringify([text, date, fields, tags, task]);

function inWords({ added, removed, changed }: Edits): string {
  const counts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [changed.length, "changed"],
  ] as const;
  const words = counts.filter(([count]) => count > 0).map(([count, verb]) => `${count} ${verb}`);
  return words.length === 0 ? "notes edited" : words.join(", ");
}
