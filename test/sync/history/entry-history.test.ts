import { expect, test } from "vitest";
import { EntryTrace } from "../../../src/sync/history/entry-history.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import type { Entry } from "../../../src/vault/topic/topic.ts";

/** Versions as tests write them, oldest first; each follows the one before unless told. */
interface Written {
  readonly lines: readonly string[];
  readonly after?: readonly number[];
}

function tell(written: readonly Written[]): string[] {
  const last = written.length - 1;
  const trace = new EntryTrace();
  const states: (readonly Entry[])[] = [];
  for (const [n, { lines, after }] of written.entries()) {
    const places = after ?? (n === 0 ? [] : [n - 1]);
    const text = lines.map((line) => `- ${line}\n`).join("");
    const { entries } = parseTopic(toTopicPath("topics/a.md"), Buffer.from(text));
    const [before = []] = places.flatMap((place) => [states[place] ?? []]);
    // A merge is no version of its own.
    if (places.length < 2)
      trace.add({ version: last - n, before, after: entries, hasMoved: false });
    states.push(entries);
  }
  return trace.lives(states.at(-1) ?? []).map(({ entry, last: seen, events }) => {
    const what = events.map(({ type, version }) => `${type} ${last - version}`);
    return `${entry === undefined ? "gone: " : ""}${seen.text}: ${what.join(", ")}`;
  });
}

const was = ["Lives in Reus (2026-01-01)"];
const struck = "~~Lives in Reus~~ (2026-01-01) [superseded:: ^k3f9x2]";

test.each<[string, (readonly string[] | Written)[], string[]]>([
  [
    "when each entry came, was edited, went, and came back",
    [["a"], ["a", "b"], ["a two", "b"], ["b"], ["b", "a two"]],
    ["b: added 1", "a two: restored 4, removed 3, edited 2, added 0"],
  ],
  [
    "that an entry was struck for a newer one",
    [was, [struck, "Lives in Tarragona (2026-02-01) ^k3f9x2"]],
    ["~~Lives in Reus~~: struck 1, added 0", "Lives in Tarragona: added 1"],
  ],
  [
    "branches together",
    [
      ["a", "b", "c"],
      { lines: ["a", "b", "c", "ours"], after: [0] },
      { lines: ["a on theirs", "b"], after: [0] },
      { lines: ["a on theirs", "b", "ours"], after: [1, 2] },
      { lines: ["a on theirs", "ours"], after: [3] },
    ],
    [
      "a on theirs: edited 2, added 0",
      "ours: added 1",
      "gone: b: removed 4, added 0",
      "gone: c: removed 2, added 0",
    ],
  ],
  [
    "both lines where two devices edited one, and once what both added",
    [
      ["a"],
      { lines: ["a here", "same"], after: [0] },
      { lines: ["a there", "same"], after: [0] },
      { lines: ["a here", "a there", "same"], after: [1, 2] },
    ],
    ["a here: edited 1, added 0", "a there: edited 2, added 0", "same: added 2, added 1"],
  ],
])("EntryTrace tells %s", (_, versions, told) => {
  expect(tell(versions.map((one) => ("lines" in one ? one : { lines: one })))).toEqual(told);
});
