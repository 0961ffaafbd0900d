import { existsSync } from "node:fs";
import type { Loci } from "../app/loci.ts";
import { devicePlace } from "../app/vault/device-place.ts";
import { LociError } from "../errors.ts";
import type { AskedRecall } from "../memory/recall.ts";
import type { Hit } from "../recall/recall.ts";
import { addressFile } from "../server/ask-running.ts";
import type { Call, CommandLine } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { addViewerFlags, numberFlag, textFlags, viewerFrom } from "./flags.ts";
import { firstWords } from "./printable.ts";
import { readLines } from "./read-input.ts";
import type { Answer } from "./recall-from-running.ts";

/** `loci recall`: finds memories for one question, or for a stream of them. */
export function define(command: CommandLine): void {
  command
    .description("Finds memories, the best first, with file, line, date, bank, score and why.")
    .argument("[query...]")
    .option("-k, --limit <n>", "how many hits at most")
    .option("--floor <score>", "least score, 0 to 1; 0 shows all")
    .option("--bank <name>", "only memories of this bank")
    .option("--topic <name>", "only this topic")
    .option("--since <date>", "only memories of this day or later")
    .option("--until <date>", "only memories of this day or earlier")
    .option("--archive", "look into archive/ too")
    .option("--stdin", 'answer one {"id","query","k"} a line from standard input');
  addViewerFlags(command)
    .examples("loci recall 'which rice for paella?'", "loci recall rice -k 3 --json")
    .runs((call) => (call.flags.stdin === true ? recallStream(call) : recall(call)));
}

async function recall(call: Call): Promise<void> {
  const query = call.words.join(" ");
  const request = requestOf(call);
  if (query.trim() === "") {
    throw new LociError(
      "USAGE",
      "Cannot recall without a question: loci recall 'which rice for paella?'",
    );
  }
  const { hits, indexedAt } =
    (await askRunning(call, query, request)) ??
    (await withMemory(call, (memory) => memory.recall(query, request)));
  if (call.json) return call.printJson({ query, hits, indexedAt });
  if (hits.length === 0) call.note("Nothing relevant in the vault");
  for (const hit of hits) printHit(call, hit);
}

/** Asks the `loci up` of this vault, if one runs: that takes half the time. Only then is that code loaded. */
async function askRunning(
  call: Call,
  query: string,
  request: AskedRecall,
): Promise<Answer | undefined> {
  const root = findVault(call);
  if (!existsSync(addressFile(devicePlace(root, call.env)))) return undefined;
  const { recallFromRunning } = await import("./recall-from-running.ts");
  return recallFromRunning(call, root, query, request);
}

/** What opens a vault is loaded only where this process answers. */
async function withMemory<T>(call: Call, work: (memory: Loci["memory"]) => Promise<T>): Promise<T> {
  const { withLoci } = await import("./open-vault.ts");
  return withLoci(call, ({ memory }) => work(memory));
}

function requestOf(call: Call): AskedRecall {
  const limit = numberFlag(call, "limit", { min: 1, max: 1000 });
  const floor = numberFlag(call, "floor", { min: 0, max: 1, isShare: true });
  return {
    ...textFlags(call, "bank", "topic", "since", "until"),
    viewer: viewerFrom(call),
    archive: call.flags.archive === true,
    ...(limit === undefined ? {} : { limit }),
    ...(floor === undefined ? {} : { floor }),
  };
}

function printHit(call: Call, { text, file, line, date, bank, score, why }: Hit): void {
  const { dim, cyan } = call.colors;
  const place = [`${file}:${line}`, date, bank].filter((part) => part !== "").join(" · ");
  const parts = Object.entries(why).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  const rank = `${score.toFixed(2)} (${parts.join(", ")})`;
  call.print(firstWords(text));
  call.print(`  ${place} · ${rank}`, (safe) => dim(safe.slice(0, -rank.length)) + cyan(rank));
}

/** Answers each line, a JSON question, with one line, in order, and a malformed one with an error. Returns the exit code. */
async function recallStream(call: Call): Promise<number> {
  const request = requestOf(call);
  let failed = false;
  await withMemory(call, async (memory) => {
    for await (const line of readLines(call.stdin)) {
      if (line.trim() === "") continue;
      const question = parseQuestion(line);
      if (question !== undefined) {
        const { id, query, k } = question;
        const limit = k === undefined ? {} : { limit: Math.min(1000, Math.max(1, Math.trunc(k))) };
        const { hits } = await memory.recall(query, { ...request, ...limit });
        call.printJson({ id, results: hits });
      } else {
        failed = true;
        const message = `Cannot read the question ${JSON.stringify(line.slice(0, 80))}: each line must be JSON such as {"id":1,"query":"rice","k":5}`;
        call.printJson({ id: null, results: [], error: { code: "BAD_INPUT", message, data: {} } });
      }
    }
  });
  return failed ? 1 : 0;
}

function parseQuestion(line: string): { id: unknown; query: string; k?: number } | undefined {
  try {
    const { id = null, query, k } = Object(JSON.parse(line));
    if (typeof query !== "string") return undefined;
    return typeof k === "number" ? { id, query, k } : { id, query };
  } catch {
    return undefined; // Not JSON: the caller answers with the reason.
  }
}
