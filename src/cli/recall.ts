import { existsSync } from "node:fs";
import type { Loci } from "../app/loci.ts";
import { devicePlace } from "../app/vault/device-place.ts";
import { LociError } from "../errors.ts";
import type { AskedRecall } from "../memory/recall.ts";
import type { Hit } from "../recall/recall.ts";
import { addressFile } from "../server/server-address.ts";
import type { Call, Command } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { numberFlag, textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { firstWords } from "./printable.ts";
import { readLines } from "./read-lines.ts";
import type { Answer } from "./recall-from-running.ts";

/** `loci recall`: finds memories for one question, or for a stream of them. */
export const recall: Command = {
  usage: "recall QUERY [flags]",
  words: Number.POSITIVE_INFINITY,
  summary: "Finds memories, the best first, with file, line, date and bank.",
  flags: {
    limit: { type: "string", short: "k", value: "N", help: "how many hits at most" },
    bank: { type: "string", value: "NAME", help: "only memories of this bank" },
    topic: { type: "string", value: "NAME", help: "only this topic" },
    ...viewerFlags,
    since: { type: "string", value: "DATE", help: "only memories of this day or later" },
    until: { type: "string", value: "DATE", help: "only memories of this day or earlier" },
    archive: { type: "boolean", help: "look into archive/ too" },
    why: { type: "boolean", help: "show each score and what it is made of" },
    stdin: { type: "boolean", help: 'answer one {"id","query","k"} a line from standard input' },
  },
  examples: [
    "loci recall 'which rice for paella?'",
    "loci recall rice -k 3 --topic cooking --json",
    "loci recall 'dentist' --person ana --since 2026-01-01",
    "loci recall 'dentist' --all-people",
    `echo '{"id":1,"query":"rice","k":5}' | loci recall --stdin`,
  ],
  async run(call) {
    const request = requestOf(call);
    const running = await answerOfRunning(call, request);
    if (running !== undefined) {
      printAnswer(call, running);
      return 0;
    }
    const { openVault } = await import("./open-vault.ts");
    const loci = await openVault(call);
    try {
      if (call.flags.stdin === true) return await answerStream(call, loci.memory, request);
      const query = call.words.join(" ");
      if (query.trim() === "") {
        throw new LociError(
          "USAGE",
          "Cannot recall without a question: loci recall 'which rice for paella?'",
        );
      }
      printAnswer(call, await loci.memory.recall(query, request));
      return 0;
    } finally {
      await loci.close();
    }
  },
};

/** Undefined where nobody else can answer: a stream, or no question. */
async function answerOfRunning(call: Call, request: AskedRecall): Promise<Answer | undefined> {
  const query = call.words.join(" ");
  if (call.flags.stdin === true || query.trim() === "") return;
  const root = findVault(call);
  if (!existsSync(addressFile(devicePlace(root, call.env)))) return;
  const { recallFromRunning } = await import("./recall-from-running.ts");
  return recallFromRunning(call, root, query, request);
}

function printAnswer(call: Call, { hits, indexedAt }: Answer): void {
  if (call.json) call.printJson({ query: call.words.join(" "), hits, indexedAt });
  else printHits(call, hits);
}

function requestOf(call: Call): AskedRecall {
  return {
    ...numberFlag(call, "limit", { min: 1, max: 1000 }),
    ...textFlags(call, "bank", "topic", "since", "until"),
    viewer: viewerFrom(call),
    ...(call.flags.archive === true ? { archive: true } : {}),
  };
}

function printHits(call: Call, hits: readonly Hit[]): void {
  if (hits.length === 0) call.note("Nothing relevant in the vault");
  for (const hit of hits) {
    const place = [`${hit.file}:${hit.line}`, hit.date, hit.bank, call.flags.why ? whyOf(hit) : ""];
    call.print(firstWords(hit.text));
    call.print(`  ${place.filter((part) => part !== "").join(" · ")}`);
  }
}

function whyOf({ score, why }: Hit): string {
  const parts = Object.entries(why).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return `${score.toFixed(2)} (${parts.join(", ")})`;
}

/** Answers one JSON question per line with one line, in order. A malformed line is answered with an error. Returns the exit code. */
async function answerStream(
  call: Call,
  memory: Pick<Loci["memory"], "recall">,
  request: AskedRecall,
): Promise<number> {
  let failed = false;
  for await (const line of readLines(call.stdin)) {
    if (line.trim() === "") continue;
    const question = parseQuestion(line);
    if (question === undefined) {
      failed = true;
      const message = `Cannot read the question ${JSON.stringify(line.slice(0, 80))}: each line must be JSON such as {"id":1,"query":"rice","k":5}`;
      call.printJson({ id: null, results: [], error: { code: "BAD_INPUT", message, data: {} } });
      continue;
    }
    const { id, query, k } = question;
    const limit = k === undefined ? {} : { limit: Math.min(1000, Math.max(1, Math.trunc(k))) };
    const { hits } = await memory.recall(query, { ...request, ...limit });
    call.printJson({ id, results: hits });
  }
  return failed ? 1 : 0;
}

function parseQuestion(line: string): { id: unknown; query: string; k?: number } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("query" in value)) return undefined;
    if (typeof value.query !== "string") return undefined;
    const id = "id" in value ? value.id : null;
    const k = "k" in value && typeof value.k === "number" ? { k: value.k } : {};
    return { id, query: value.query, ...k };
  } catch {
    return undefined; // Not JSON: the caller answers with the reason.
  }
}
