import { askBuckets, askFeaturesOf } from "../../src/language/gate/asks.ts";
import { type Example, pack, type Trained, train } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { heardAs, questions, sentences } from "./train-gate.ts";

export const asksTraining = { buckets: askBuckets, epochs: 4, rate: 0.3, decay: 1e-3 } as const;

/** What tells a question. */
export function trainAsks(): Trained {
  const templates = [sentences, questions].flatMap((folder) => readTemplates(folder));
  return pack("asks", train(askExamplesOf(templates), asksTraining));
}

/** There are ten times as many sentences that ask nothing. */
const questionWeight = 10;

/** Questions against all else, as a microphone hears them. */
export function askExamplesOf(templates: readonly Template[]): Example[] {
  return templates.flatMap(({ kind, sentences: all }) => {
    const heard = [...new Set(all.map(heardAs))];
    const keep = kind === "question";
    const weight = (keep ? questionWeight : 1) / Math.sqrt(heard.length);
    return heard.map((text) => ({ features: askFeaturesOf(text), keep, weight }));
  });
}
