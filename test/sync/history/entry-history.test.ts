import { expect, test } from "vitest";
import { EntryTrace } from "../../../src/sync/history/entry-history.ts";
import { parseTopic } from "../../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import type { Entry } from "../../../src/vault/topic.ts";

/** Versions as tests write them, oldest first; each follows the one before unless told. */
interface Written {
  readonly lines: readonly string[] | undefined;
  readonly path?: string;
  readonly after?: readonly number[];
}

function tell(written: readonly Written[]): string[] {
  const last = written.length - 1;
  const trace = new EntryTrace();
  const states: (readonly Entry[])[] = [];
  for (const [n, { lines, path = "topics/a.md", after }] of written.entries()) {
    const places = after ?? (n === 0 ? [] : [n - 1]);
    const text = lines?.map((line) => `- ${line}\n`).join("");
    const entries =
      text === undefined ? states[n - 1] : parseTopic(toTopicPath(path), Buffer.from(text)).entries;
    const [first = n] = places;
    const from = written[first]?.path ?? "topics/a.md";
    const before = places.flatMap((place) => [states[place] ?? []]);
    trace.add({
      version: last - n,
      before,
      after: entries ?? [],
      hasMoved: from !== path && n > 0,
    });
    states.push(entries ?? []);
  }
  return trace.lives(states.at(-1) ?? []).map(({ entry, last: seen, events }) => {
    const what = events.map(({ type, version }) => `${type} ${last - version}`);
    return `${entry === undefined ? "gone: " : ""}${seen.text}: ${what.join(", ")}`;
  });
}

const line = (...versions: (readonly string[] | undefined)[]): string[] =>
  tell(versions.map((lines) => ({ lines })));

test("EntryTrace tells when each entry came, was edited, went, and came back", () => {
  expect(line(["a"], ["a", "b"], ["a two", "b"], ["b"], ["b", "a two"])).toEqual([
    "b: added 1",
    "a two: restored 4, removed 3, edited 2, added 0",
  ]);
});

test("EntryTrace tells that an entry was struck for a newer one", () => {
  const before = ["Lives in Reus (2026-01-01)"];
  const after = [
    "~~Lives in Reus~~ (2026-01-01) [superseded:: ^k3f9x2]",
    "Lives in Tarragona (2026-02-01) ^k3f9x2",
  ];
  expect(line(before, after)).toEqual([
    "~~Lives in Reus~~: struck 1, added 0",
    "Lives in Tarragona: added 1",
  ]);
});

test("EntryTrace follows entries to another name of their file, and only those", () => {
  const split = tell([
    { lines: ["gone early", "a", "b"], path: "topics/all.md" },
    { lines: ["a", "b"], path: "topics/all.md" },
    { lines: ["a"], path: "topics/a.md" },
  ]);
  expect(split).toEqual(["a: moved 2, added 0"]);
  const renamed = tell([
    { lines: ["gone early", "a"], path: "topics/old.md" },
    { lines: ["a"], path: "topics/old.md" },
    { lines: ["a"], path: "topics/new.md" },
  ]);
  expect(renamed).toEqual(["a: moved 2, added 0", "gone: gone early: removed 1, added 0"]);
});

test("EntryTrace tells branches together: what one of them did is no news in the merge", () => {
  const told = tell([
    { lines: ["a", "b", "c"] },
    { lines: ["a", "b", "c", "ours"], after: [0] },
    { lines: ["a on theirs", "b"], after: [0] },
    { lines: ["a on theirs", "b", "ours"], after: [1, 2] },
    { lines: ["a on theirs", "ours"], after: [3] },
  ]);
  expect(told).toEqual([
    "a on theirs: edited 2, added 0",
    "ours: added 1",
    "gone: b: removed 4, added 0",
    "gone: c: removed 2, added 0",
  ]);
});

test("EntryTrace tells both lines where two devices edited one, and once what both added", () => {
  const told = tell([
    { lines: ["a"] },
    { lines: ["a here", "same"], after: [0] },
    { lines: ["a there", "same"], after: [0] },
    { lines: ["a here", "a there", "same"], after: [1, 2] },
  ]);
  expect(told).toEqual([
    "a here: edited 1, added 0",
    "a there: edited 2, added 0",
    "same: added 2, added 1",
  ]);
});

test("EntryTrace keeps an entry that one device edited and another removed", () => {
  const told = tell([
    { lines: ["a", "b"] },
    { lines: ["b"], after: [0] },
    { lines: ["a edited", "b"], after: [0] },
    { lines: ["a edited", "b"], after: [1, 2] },
  ]);
  expect(told).toEqual(["a edited: edited 2, added 0", "b: added 0"]);
});

test("EntryTrace tells what a merge itself removed or wrote", () => {
  const told = tell([
    { lines: ["a", "b"] },
    { lines: ["a", "b", "c"], after: [0] },
    { lines: ["a", "b", "d"], after: [0] },
    { lines: ["a", "c", "d", "new"], after: [1, 2] },
  ]);
  expect(told).toEqual([
    "a: added 0",
    "c: added 1",
    "d: added 2",
    "new: added 3",
    "gone: b: removed 3, added 0",
  ]);
});
