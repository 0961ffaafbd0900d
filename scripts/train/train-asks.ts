import { askBuckets, askFeaturesOf, askMarksOf } from "../../src/language/gate/asks.ts";
import { type Example, train } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { grammarOf, heardAs, questions, sentences, toModule } from "./train-gate.ts";

export const asksTraining = { buckets: askBuckets, epochs: 4, rate: 0.3, decay: 1e-3 } as const;

/** The module that holds the weights of what tells a question, as text. */
export function trainAsks(): string {
  const templates = [sentences, questions].flatMap((folder) => readTemplates(folder));
  return toModule(train(askExamplesOf(templates), asksTraining));
}

/** There are ten times as many sentences that ask nothing. */
const questionWeight = 10;

/** Questions against all else, as a microphone hears them. */
export function askExamplesOf(templates: readonly Template[]): Example[] {
  return templates.flatMap(({ language, kind, sentences: all }) => {
    const grammar = grammarOf(language);
    const heard = [...new Set(all.map(heardAs))];
    const keep = kind === "question";
    const weight = (keep ? questionWeight : 1) / Math.sqrt(heard.length);
    return heard.map((text) => ({
      features: askFeaturesOf(text, askMarksOf(text, grammar)),
      ...{ keep, weight },
    }));
  });
}
