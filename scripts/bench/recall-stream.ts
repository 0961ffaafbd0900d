import { createInterface } from "node:readline";
import { z } from "zod";
import type { BenchRun } from "./bench-run.ts";
import { pidOf, startChild, stopChild } from "./processes.ts";

/** One `loci recall --stdin` process. */
export interface RecallStream {
  readonly pid: number;
  /** Asks one question; resolves with the texts found and the time until the answer was read (ms). */
  ask(query: string, limit: number): Promise<{ readonly ms: number; readonly texts: string[] }>;
  close(): Promise<void>;
}

const answerSchema = z.object({ results: z.array(z.object({ text: z.string() })) });

/** Starts the process, by default from source; the first answer comes when it is ready. */
export function openRecallStream(
  run: BenchRun,
  loci: readonly string[] = run.source,
): RecallStream {
  const child = startChild([...loci, "recall", "--stdin", "--vault", run.vault]);
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: pidOf(child),
    async ask(query, limit) {
      const startedAt = performance.now();
      child.stdin.write(`${JSON.stringify({ id: 1, query, k: limit })}\n`);
      const { value, done } = await lines.next();
      const ms = performance.now() - startedAt;
      if (done === true) throw new Error("loci recall --stdin ended before it answered");
      const { results } = answerSchema.parse(JSON.parse(value));
      return { ms, texts: results.map(({ text }) => text) };
    },
    async close() {
      child.stdin.end();
      await stopChild(child);
    },
  };
}
