import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BenchRun } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import { makeFiles } from "./corpus.ts";
import { type Figure, percentile } from "./figures.ts";
import { type IndexPeek, peekIndex } from "./peek-index.ts";
import { createRandom } from "./random.ts";
import { type RunningUp, startUp } from "./running-up.ts";

/** From an editor's save to the first answer of a running `loci up` that holds the new line. */
export async function measureWatcherLatency(
  run: BenchRun,
  entriesPerFile?: number,
): Promise<readonly Figure[]> {
  const up = await startUp(run, run.built);
  try {
    const times = await peekIndex(run.vault, (index) => saveMany(run, up, index, entriesPerFile));
    const max = budgetsOf(run.size).saveToSearchable;
    const note = `${times.length} saves, in place and by rename in turn`;
    return [
      { what: "save to searchable, p50", value: percentile(times, 0.5), unit: "ms", baselines: [] },
      {
        what: "save to searchable, p95",
        value: percentile(times, 0.95),
        unit: "ms",
        baselines: [],
        ...(max === undefined ? {} : { budget: { max } }),
        note,
      },
    ];
  } finally {
    await up.close();
  }
}

async function saveMany(
  run: BenchRun,
  up: RunningUp,
  index: IndexPeek,
  entriesPerFile?: number,
): Promise<number[]> {
  const files = [...makeFiles(run.size, entriesPerFile)]
    .filter(({ path }) => !path.startsWith("people/")) // Which nobody in particular may not see.
    .map(({ path }) => join(run.vault, path));
  const random = createRandom(run.size + 2);
  const times: number[] = [];
  for (let i = 0; i < (run.quick ? 12 : 48); i++) {
    await wait(150 + random.below(250));
    const file = random.pick(files);
    const before = readFileSync(file, "utf8");
    const word = `blixtar${i}q`;
    const text = `Wants the ${word} for the garden`;
    const save = i % 2 === 0 ? saveInPlace : saveByRename;
    const startedAt = performance.now();
    save(file, before.replace("\n- ", `\n- ${text} (2026-02-12)\n- `));
    times.push(await untilFound({ up, index, text, word, startedAt }));
  }
  return times;
}

const saveInPlace = (file: string, text: string): void => writeFileSync(file, text);

function saveByRename(file: string, text: string): void {
  const temporary = `${file}.tmp${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

interface Search {
  readonly up: RunningUp;
  readonly index: IndexPeek;
  readonly text: string;
  readonly word: string;
  readonly startedAt: number;
}

/** Looks at the rows first: asking all the time would keep the very process busy that is being timed. */
async function untilFound({ up, index, text, word, startedAt }: Search): Promise<number> {
  while (!index.has(word)) {
    if (performance.now() - startedAt > 20_000) throw new Error(`"${text}" never came in`);
    await wait(2);
  }
  for (;;) {
    const found = await up.ask(word, 3);
    const took = performance.now() - startedAt;
    if (found.includes(text)) return took;
    if (took > 20_000) throw new Error(`"${word}" is in the index and is not found`);
  }
}
