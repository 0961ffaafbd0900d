import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { BenchRun } from "./bench-run.ts";
import { pidOf, startChild, stopChild } from "./processes.ts";

/** One running `loci up` with its web server. */
export interface RunningUp {
  readonly pid: number;
  /** Asks over HTTP; resolves with the texts found. It answers from the index as the watcher left it. */
  ask(query: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

const answerSchema = z.object({ hits: z.array(z.object({ text: z.string() })) });

/** Starts `loci up`, by default from source; resolves when its watcher and server are ready. */
export async function startUp(
  run: BenchRun,
  loci: readonly string[] = run.source,
): Promise<RunningUp> {
  const child = startChild([...loci, "up", "--port", "0", "--vault", run.vault]);
  child.stdin.end();
  child.stdout.resume();
  const address = await firstAddress(child.stderr);
  const { origin } = new URL(address);
  const token = readFileSync(join(run.vault, ".loci", "token"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}` };
  return {
    pid: pidOf(child),
    async ask(query, limit) {
      const url = `${origin}/api/recall?${new URLSearchParams({ query, k: String(limit) })}`;
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
      return answerSchema.parse(await response.json()).hits.map(({ text }) => text);
    },
    close: () => stopChild(child),
  };
}

async function firstAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  const lines = createInterface({ input: stderr });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      const address = /http:\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
    lines.on("close", () => reject(new Error(`loci up ended: ${said.join("\n")}`)));
  });
}
