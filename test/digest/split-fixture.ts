import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { SplitPorts } from "../../src/digest/split/split-topic.ts";
import { createOfflineModel } from "../../src/language/offline/model.ts";
import { putBack } from "../../src/memory/undo-step.ts";
import type { Model } from "../../src/models/respond.ts";
import type { SplitAnswer } from "../../src/models/task.ts";
import type { UndoStep } from "../../src/session/undo-journal.ts";
import { listFiles } from "../../src/vault/list-files.ts";
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
    ...createOfflineModel(),
    async *respond({ task }) {
      if (task.type !== "split") throw new TypeError("not a split");
      const labelOf = (words: string) =>
        task.entries.find(({ text }) => text.includes(words))?.label ?? words;
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
    steps: new Map<string, UndoStep>(),
    calls: 0,
  };
  const alive = (): void => {
    if (++state.calls === options.dieAt) throw new Error("killed");
  };
  const ports: SplitPorts = {
    vault: {
      root,
      lociDir: join(root, ".loci"),
      lock: async (work) => work(),
      clock: deviceClock,
    },
    model: options.model ?? createOfflineModel(),
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
    note: async () => alive(),
    undo: {
      note(step, what, session, versions) {
        alive();
        const known = state.steps.get(step)?.files ?? [];
        const others = known.filter(({ path }) => path !== versions.path);
        state.steps.set(step, { step, what, session, files: [...others, versions] });
      },
      drop: (step) => void state.steps.delete(step),
    },
    putBack,
    today: () => "2026-03-01",
  };
  return {
    root,
    ports,
    state,
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
