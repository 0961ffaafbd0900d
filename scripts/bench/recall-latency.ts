import { rmSync } from "node:fs";
import { join } from "node:path";
import { grepFor, openPlainTable, type PlainTable } from "./baselines.ts";
import type { BenchRun } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import { type Figure, percentile } from "./figures.ts";
import { hasCommand } from "./has-command.ts";
import { makeQuestions, type Question } from "./questions.ts";
import { openRecallStream, type RecallStream } from "./recall-stream.ts";

/** Hits asked for. */
const limit = 8;

/** Questions to one warm `loci recall --stdin`, beside a plain full-text table and grep. */
export async function measureRecallLatency(run: BenchRun): Promise<readonly Figure[]> {
  const questions = makeQuestions(run.size, run.quick ? 64 : 200);
  const file = join(run.folder, "plain.db");
  const plain = openPlainTable(file, run.size);
  const stream = openRecallStream(run);
  try {
    const asked = await askAll(stream, plain, questions);
    const greps = await grepAll(run, questions.slice(0, run.quick ? 16 : 48));
    return toFigures(run, asked, greps);
  } finally {
    await stream.close();
    plain.close();
    rmSync(file);
  }
}

interface Asked {
  readonly question: Question;
  readonly ms: number;
  readonly plainMs: number;
  readonly found: boolean;
  readonly plainFound: boolean;
}

/** Each question to both, one after the other, so that both have the same neighbours on the machine. */
async function askAll(
  stream: RecallStream,
  plain: PlainTable,
  questions: readonly Question[],
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { query } of questions.slice(0, 24)) {
    await stream.ask(query, limit);
    plain.search(query, limit);
  }
  for (const question of questions) {
    const { query, wanted } = question;
    const { ms, texts } = await stream.ask(query, limit);
    const startedAt = performance.now();
    const plainTexts = plain.search(query, limit);
    const plainMs = performance.now() - startedAt;
    const has = (found: readonly string[]): boolean =>
      wanted !== undefined && found.includes(wanted);
    asked.push({ question, ms, plainMs, found: has(texts), plainFound: has(plainTexts) });
  }
  return asked;
}

async function grepAll(
  run: BenchRun,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const byTool = new Map<string, readonly number[]>();
  for (const tool of ["grep", "rg"] as const) {
    if (!hasCommand(tool)) continue;
    const times: number[] = [];
    for (const { query } of questions) times.push(await grepFor(tool, run.vault, query));
    byTool.set(tool, times);
  }
  return byTool;
}

function toFigures(
  run: BenchRun,
  asked: readonly Asked[],
  greps: ReadonlyMap<string, readonly number[]>,
): Figure[] {
  const at = (share: number): Pick<Figure, "value" | "unit" | "baselines"> => ({
    value: percentile(
      asked.map(({ ms }) => ms),
      share,
    ),
    unit: "ms",
    baselines: [
      {
        name: "plain FTS5",
        value: percentile(
          asked.map(({ plainMs }) => plainMs),
          share,
        ),
      },
      ...[...greps].map(([name, times]) => ({ name, value: percentile(times, share) })),
    ],
  });
  const max = budgetsOf(run.size).warmRecall;
  return [
    { what: "recall, warm, p50", ...at(0.5), note: foundNote(asked) },
    {
      what: "recall, warm, p95",
      ...at(0.95),
      ...(max === undefined ? {} : { budget: { max } }),
      note: slowestNote(asked),
    },
  ];
}

/** Speed alone would praise one who answers nothing. */
function foundNote(asked: readonly Asked[]): string {
  const wanting = asked.filter(({ question }) => question.wanted !== undefined);
  const share = (count: number): string => `${Math.round((100 * count) / wanting.length)} %`;
  const loci = share(wanting.filter(({ found }) => found).length);
  const plain = share(wanting.filter(({ plainFound }) => plainFound).length);
  return `entry asked for among ${limit} hits: ${loci}, plain FTS5 ${plain}`;
}

function slowestNote(asked: readonly Asked[]): string {
  const byKind = Map.groupBy(asked, ({ question }) => question.kind);
  const p95s = [...byKind].map(([kind, list]) => ({
    kind,
    ms: percentile(
      list.map(({ ms }) => ms),
      0.95,
    ),
  }));
  p95s.sort((a, b) => b.ms - a.ms);
  return `slowest kinds: ${p95s
    .slice(0, 2)
    .map(({ kind, ms }) => `${kind} ${ms.toFixed(1)}`)
    .join(", ")}`;
}
