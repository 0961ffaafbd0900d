/**
 * What the models say of sentences that they were not trained on: five-fold cross-validation over the labelled templates, a
 * template's sentences never in both halves. `node scripts/train/evaluate.ts [--show LANGUAGE]` lists what the gate gets wrong.
 */
import { parseArgs } from "node:util";
import { askThreshold } from "../../src/language/gate/asks.ts";
import { threshold } from "../../src/language/gate/gate.ts";
import { type Example, score, train, type Weights } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { askExamplesOf, asksTraining } from "./train-asks.ts";
import {
  changeHead,
  examplesOf,
  gateHead,
  type Head,
  questions,
  sentences,
  weightsOf,
} from "./train-gate.ts";

const folds = 5;

interface Model {
  readonly threshold: number;
  readonly train: (templates: readonly Template[]) => Weights;
  readonly examplesOf: (templates: readonly Template[]) => readonly Example[];
}

const ofHead = (head: Head, from: number): Model => ({
  threshold: from,
  train: (templates) => weightsOf(templates, head),
  examplesOf: (templates) => examplesOf(templates, head),
});

const models: Readonly<Record<string, Model>> = {
  kept: ofHead(gateHead, threshold),
  "taken for a change": ofHead(changeHead, 0),
  "taken for a question": {
    threshold: askThreshold,
    train: (templates) => train(askExamplesOf(templates), asksTraining),
    examplesOf: askExamplesOf,
  },
};

/** The templates whose first sentence the model says yes to. */
function accepted(templates: readonly Template[], model: Model): ReadonlySet<Template> {
  const yes = new Set<Template>();
  for (let fold = 0; fold < folds; fold++) {
    const weights = model.train(templates.filter((_, i) => i % folds !== fold));
    for (const template of templates.filter((_, i) => i % folds === fold)) {
      const first = { ...template, sentences: template.sentences.slice(0, 1) };
      const [example] = model.examplesOf([first]);
      if (example && score(weights, example.features) > model.threshold) yes.add(template);
    }
  }
  return yes;
}

const { values } = parseArgs({ options: { show: { type: "string" } } });
const templates = [sentences, questions].flatMap((folder) => readTemplates(folder));
for (const [name, model] of Object.entries(models)) {
  const yes = accepted(templates, model);
  const groups = Map.groupBy(templates, ({ keep, kind }) => `${keep ? "keep" : "drop"} ${kind}`);
  for (const [group, own] of [...groups, ["all", templates] as const]) {
    const share = (100 * own.filter((one) => yes.has(one)).length) / own.length;
    console.log(`${group.padEnd(18)} ${name} ${share.toFixed(1)} %`);
  }
  for (const template of name === "kept" ? templates : []) {
    const isWrong = template.keep !== yes.has(template);
    if (isWrong && template.language === values.show)
      console.log(template.kind, template.sentences[0]);
  }
}
