import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sha256Hex } from "../vault/sha256.ts";
import { writeWhole } from "../vault/write/write-whole.ts";
import type { Original } from "./check-summary.ts";

/** A model that summarizes lines; undefined where it does not answer. */
export type Summarize = (lines: readonly Original[]) => Promise<string | undefined>;

const answersSchema = z.record(z.string(), z.string());

/**
 * Asks a model once for the same lines: a run does what its dry run has shown, and no night asks again for what did not
 * pass. `keep` drops the answers that nobody asked for since. `model`: which one answers.
 */
export function cacheSummaries(
  lociDir: string,
  { model, ask }: { readonly model: string; readonly ask: Summarize },
): { readonly summarize: Summarize; readonly keep: () => void } {
  const file = join(lociDir, fileName);
  const known = readAnswers(file);
  const used = new Map<string, string>();
  return {
    async summarize(lines) {
      const own = lines.map(({ text, date }) => [text, date]);
      const key = sha256Hex(JSON.stringify([version, model, own]));
      const answer = known.get(key) ?? (await ask(lines));
      if (answer !== undefined) used.set(key, answer);
      return answer;
    },
    keep() {
      if (used.size === 0) rmSync(file, { force: true });
      else writeWhole(file, JSON.stringify(Object.fromEntries(used)));
    },
  };
}

/** It holds words of memories: `forget --purge` removes it (`memory/purge.ts`). */
const fileName = "summaries.json";
/** Raised when a model is asked in other words. */
const version = 1;

function readAnswers(file: string): ReadonlyMap<string, string> {
  try {
    const answers = answersSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return new Map(Object.entries(answers));
  } catch {
    return new Map(); // None yet, or damaged: it is asked again.
  }
}
