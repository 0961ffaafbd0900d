// npm run train: makes the weights of the models from scripts/train/sentences; the same bytes each time.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { heads, trainHead } from "./heads.ts";
import { toFile } from "./regression.ts";
import { trainAnswers } from "./train-answers.ts";
import { trainPairs } from "./train-pairs.ts";

const models = heads.map(trainHead);
// The pair model is trained with what the others say of a sentence, which it reads from this file.
write("gate/weights.bin", toFile(models));
write("gate/weights.bin", toFile([...models, trainPairs()]));
write("reply/answer-weights.ts", trainAnswers());

function write(name: string, content: string | Uint8Array): void {
  const url = new URL(`../../src/language/${name}`, import.meta.url);
  writeFileSync(url, content);
  console.log(`Wrote ${fileURLToPath(url)}`);
}
