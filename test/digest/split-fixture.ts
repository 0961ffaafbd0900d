import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { SplitPorts } from "../../src/digest/split/split-topic.ts";
import { putStepBack } from "../../src/memory/undo.ts";
import { putBack } from "../../src/memory/undo-file.ts";
import type { Model } from "../../src/models/respond.ts";
import type { SplitAnswer } from "../../src/models/task.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { useVault } from "../temp.ts";

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
export const others = ["- Allergic to tree nuts (2026-02-10) ^nuts", "- Dinner at nine"];

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

/** A model that proposes this, by the texts of the entries. */
export function proposing(groups: Readonly<Record<string, readonly string[]>>): Model {
  return {
    ...{ id: "fake", isCloud: false, probe: async () => undefined },
    async *respond({ messages }) {
      const asked = messages.map(({ content }) => content).join("\n");
      const labelOf = (words: string) => {
        const line = asked.split("\n").find((one) => one.startsWith("{") && one.includes(words));
        return /"label":"(\w+)"/.exec(line ?? "")?.[1] ?? words;
      };
      const subtopics: SplitAnswer["subtopics"] = Object.entries(groups).map(([name, words]) => ({
        name,
        summary: `all of ${name}`,
        entries: words.map(labelOf),
      }));
      yield { type: "text", text: JSON.stringify({ subtopics }) };
      yield { type: "end", reason: "stop" };
    },
  };
}

/** A vault with everything that a split needs, in memory where it is a port. */
export function splitVault(
  files: Readonly<Record<string, string>>,
  options: { readonly model?: Model; readonly dieAt?: number } = {},
) {
  const root = useVault(files);
  const state = {
    plan: undefined as string | undefined,
    /** What was noted, by path, as it was before. */
    before: new Map<string, Uint8Array | null>(),
    calls: 0,
  };
  const alive = (): void => {
    if (++state.calls === options.dieAt) throw new Error("killed");
  };
  const readIfThere = (path: string): Uint8Array | null =>
    existsSync(join(root, path)) ? readFileSync(join(root, path)) : null;
  const context = {
    ...{ root, lociDir: join(root, ".loci"), clock: deviceClock, now: () => 0 },
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
    vault: {
      root,
      lociDir: join(root, ".loci"),
      lock: async (work) => work(),
      clock: deviceClock,
    },
    model: options.model,
    listPaths: () => listFiles(root).files.map(({ path }) => path),
    keepPlan: async (plan) => {
      alive();
      state.plan = plan;
      alive();
    },
    readPlan: async () => state.plan,
    dropPlan: async () => {
      alive();
      state.plan = undefined;
    },
    async note(_, records) {
      alive();
      for (const { path } of records)
        if (!state.before.has(path)) state.before.set(path, readIfThere(path));
      alive();
    },
    putBack: (vault, versions) => putBack({ ...context, ...vault }, versions),
    today: () => "2026-03-01",
  };
  return {
    root,
    ports,
    state,
    /** What the commit of the step would hold. */
    stepFiles: () =>
      Array.from(state.before, ([path, before]) => ({ path, before, after: readIfThere(path) })),
    undo: (files: Parameters<typeof putStepBack>[1]) => putStepBack(context, files),
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
