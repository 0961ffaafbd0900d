import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SplitPorts, splitWaiting } from "../../src/digest/split/split-topics.ts";
import { putBack } from "../../src/memory/undo.ts";
import type { Model } from "../../src/models/respond.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { hour } from "../session/session-db.ts";
import { openVault, saying } from "./open-vault.ts";

export const rice = [
  "- Prefers bomba rice for paella (2026-02-12)",
  "- Basmati rice is rinsed three times (2026-02-11)",
  "- Risotto rice needs warm broth (2026-01-03) [bank:: Interests]",
  "- Rice pudding takes a litre of whole milk",
  "- The black rice needs squid ink from the market #protected",
];
export const bread = [
  "- Bread dough rises overnight in the fridge (2026-02-02)",
  "- Bakes bread on Saturdays at 240 degrees",
  "- Sourdough bread needs 75 percent water",
  "- Rye flour for bread comes from the mill",
  "- The bread knife was sharpened (2025-12-01)",
];
const others = ["- Allergic to tree nuts (2026-02-10) ^nuts", "- Dinner at nine"];

export const cooking = `---
title: Cooking
# a comment
aliases: [recipes]
tags: [food]
bank: Personal
created: 2025-02-10
odd: { a: 1 }
---

# Cooking

${[...rice, ...bread, ...others].join("\n")}

## Ideas

Free prose stays.
`;

export const vault = { "topics/cooking.md": cooking };
/** All entries, sorted, and the files that they are split into. */
export const all = [...rice, ...bread, ...others].sort();
export const parts = ["cooking-bread.md", "cooking-general.md", "cooking-rice.md"];

/** A model that proposes this, by the texts of the entries. */
export function proposing(groups: Readonly<Record<string, readonly string[]>>): Model {
  return {
    ...saying(""),
    async *respond(request, signal) {
      const lines = JSON.stringify(request.messages).split("\\n");
      const labelOf = (words: string) =>
        lines.find((line) => line.includes(words))?.match(/"(e\d+)\\"/)?.[1] ?? words;
      const subtopics = Object.entries(groups).map(([name, words]) => ({
        name,
        summary: `all of ${name}`,
        entries: words.map(labelOf),
      }));
      yield* saying(JSON.stringify({ subtopics })).respond(request, signal);
    },
  };
}

/** A vault with everything that a split needs; without a model, subtopics are found offline. */
export function splitVault(files: Readonly<Record<string, string>>, model?: Model) {
  const { root, db, clock, said, ports: given } = openVault({ files });
  /** What was changed, by path, as it was before. */
  const before = new Map<string, Uint8Array | null>();
  const readIfThere = (path: string): Uint8Array | null =>
    existsSync(join(root, path)) ? readFileSync(join(root, path)) : null;
  const context = {
    ...given,
    lock: unlocked,
    committer: { isActive: true, note: async () => {}, commit: async () => {}, commitSoon() {} },
    freshness: {
      refresh: async () => ({}) as never,
      ensureFresh: async () => {},
      noteWrite() {},
      lookedAt: () => 0,
    },
  };
  const ports: SplitPorts = {
    ...given,
    model,
    settings: { ...given.settings, split: { enabled: true, entries: 10 } },
    timeAt: () => "2026-03-01T12:00:00+01:00",
    inOneStep: (step, work) =>
      given.inOneStep(step, (changeFile) =>
        work((path, ...change) => {
          if (!before.has(path)) before.set(path, readIfThere(path));
          return changeFile(path, ...change);
        }),
      ),
  };
  /** As hand-written long ago: nobody is at it. */
  const age = (path: string, seconds = 120): void => {
    const then = Date.now() / 1000 - seconds;
    utimesSync(join(root, path), then, then);
  };
  for (const path of Object.keys(files)) age(path);
  return {
    root,
    ports,
    age,
    async split(path = "topics/cooking.md") {
      ports.queue.addSplit(path);
      await splitWaiting(ports);
    },
    /** As a later process finds it. */
    async resume() {
      clock.pass(2 * hour);
      await splitWaiting(ports, undefined, { begun: true });
    },
    /** What waits, due or not. */
    waits() {
      clock.pass(2 * hour);
      return db.digestions.nextSplit();
    },
    said,
    /** What the commit of the step would hold. */
    stepFiles: () =>
      Array.from(before, ([path, was]) => ({ path, before: was, after: readIfThere(path) })),
    undo: (files: Parameters<typeof putBack>[1]) => putBack(context, files),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    has: (path: string) => existsSync(join(root, path)),
    names: () => readdirSync(join(root, "topics")).sort(),
    /** The entries of all topic files, sorted. */
    entries: () =>
      readdirSync(join(root, "topics"))
        .flatMap((name) => readFileSync(join(root, "topics", name), "utf8").split(/\r?\n/))
        .filter((line) => line.startsWith("- "))
        .sort(),
  };
}
