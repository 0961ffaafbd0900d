import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { cleanEnv } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

interface Question {
  readonly q: string;
  readonly lang: string;
  readonly file: string;
  readonly expect: string;
}

const questions: readonly Question[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/starter-questions.json"), "utf8"),
);

test("recall() over the starter vault finds what people would ask for, in five languages", async () => {
  const loci = await openLoci({
    root: useFixture("starter"),
    env: cleanEnv(),
    now: Date.now,
    report: () => {},
  });
  const places: number[] = [];
  for (const question of questions) {
    const { hits } = await loci.memory.recall(question.q, { limit: 5 });
    places.push(hits.findIndex(({ text }) => text.includes(question.expect)));
  }
  await loci.close();
  expect(questions).toHaveLength(40);
  // Measured: 32 first, 36 among five. A change that costs more than two of them is a loss.
  expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(31);
  expect(places.filter((place) => place >= 0).length).toBeGreaterThanOrEqual(34);
});
