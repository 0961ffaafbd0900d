import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Where a hit stands. */
export interface RankedPlace {
  readonly file: string;
  readonly line: number;
}

/** One `loci recall --stdin` on a vault. */
export interface Retrieval {
  readonly ask: (question: string, k: number) => Promise<readonly RankedPlace[]>;
  readonly close: () => Promise<void>;
}

const answerSchema = z.object({
  results: z.array(z.object({ file: z.string(), line: z.int() })),
});

/** Starts Loci from source on a vault, with a home that is the vault and no key: offline, as it comes. */
export function openRetrieval(vault: string): Retrieval {
  const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, "recall", "--stdin", "--vault", vault], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, HOME: vault },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    async ask(question, k) {
      child.stdin.write(`${JSON.stringify({ id: 1, query: question, k })}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error("loci recall --stdin ended before it answered");
      return answerSchema.parse(JSON.parse(value)).results;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
