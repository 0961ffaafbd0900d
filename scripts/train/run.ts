// npm run train: makes the weights of the models from scripts/train/sentences; the same bytes each time.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { trainAnswers } from "./train-answers.ts";
import { trainAsks } from "./train-asks.ts";
import { changeHead, gateHead, trainHead } from "./train-gate.ts";
import { trainHealth } from "./train-health.ts";
import { trainKind } from "./train-kind.ts";
import { trainPairs } from "./train-pairs.ts";

for (const [name, text] of [
  ["gate/weights", trainHead(gateHead)],
  ["gate/asks-weights", trainAsks()],
  ["extract/change-weights", trainHead(changeHead)],
  ["kind/weights", trainKind()],
  ["extract/pair-weights", trainPairs()],
  ["reply/answer-weights", trainAnswers()],
] as const) {
  const url = new URL(`../../src/language/${name}.ts`, import.meta.url);
  writeFileSync(url, text);
  console.log(`Wrote ${fileURLToPath(url)}`);
}
writeFileSync(new URL("../../src/language/gate/health.bin", import.meta.url), trainHealth());
