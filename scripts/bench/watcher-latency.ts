import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeFiles } from "./corpus.ts";
import { atSize, type Bench, peekIndex, startUp } from "./loci.ts";
import { type Figure, figuresOf } from "./measure.ts";
import { createRandom } from "./random.ts";

/** From an editor's save, in place and by rename in turn, to the first answer of a running `loci up` that holds the new line. */
export async function measureWatcherLatency(bench: Bench): Promise<readonly Figure[]> {
  const { size, vault, built, quick } = bench;
  const up = await startUp(built, vault);
  const index = peekIndex(vault);
  const files = [...makeFiles(size)]
    .filter(({ path }) => !path.startsWith("people/")) // Which nobody in particular may not see.
    .map(({ path }) => join(vault, path));
  const random = createRandom(size + 2);
  const times: number[] = [];
  for (let n = 0; n < (quick ? 12 : 48); n++) {
    await wait(150 + random.below(250));
    const file = random.pick(files);
    const word = `blixtar${n}q`;
    const line = `\n- Wants the ${word} for the garden (2026-02-12)\n- `;
    const text = readFileSync(file, "utf8").replace("\n- ", line);
    const startedAt = performance.now();
    const took = (): number => {
      const ms = performance.now() - startedAt;
      if (ms > 20_000) throw new Error(`"${word}" is not found`);
      return ms;
    };
    writeFileSync(n % 2 === 0 ? file : `${file}.tmp`, text);
    if (n % 2 !== 0) renameSync(`${file}.tmp`, file);
    // The rows first: asking all the time would keep the very process busy that is being timed.
    while (!index.has(word) && took() > 0) await wait(2);
    while (!(await up.ask(word, 3)).some((found) => found.includes(word))) took();
    times.push(took());
  }
  index.close();
  await up.close();
  return figuresOf("save to searchable", times, { max: atSize(size, 200, 200, 300) });
}
