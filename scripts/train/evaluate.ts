/**
 * What the models say of sentences that they were not trained on: five-fold cross-validation over the labelled
 * templates, a template's sentences never in both halves. `node scripts/train/evaluate.ts [--show LANGUAGE]` lists what
 * the gate gets wrong.
 */
import { parseArgs } from "node:util";
import { askThreshold } from "../../src/language/gate/asks.ts";
import { threshold } from "../../src/language/gate/gate.ts";
import { asks, change, examplesOf, gate, type Head, questions, sentences } from "./heads.ts";
import { score, train } from "./regression.ts";
import type { Template } from "./sentences.ts";

const folds = 5;

/** What a head says, and the log-odds from which it says yes. */
const says: readonly (readonly [name: string, head: Head, least: number])[] = [
  ["kept", gate, threshold],
  ["taken for a change", change, 0],
  ["taken for a question", asks, askThreshold],
];

/** The templates whose first sentence the head says yes to. */
function accepted(templates: readonly Template[], head: Head, least: number) {
  const yes = new Set<Template>();
  for (let fold = 0; fold < folds; fold++) {
    const others = templates.filter((_, i) => i % folds !== fold);
    const weights = train(examplesOf(others, head), head.training);
    for (const template of templates.filter((_, i) => i % folds === fold)) {
      const first = { ...template, sentences: template.sentences.slice(0, 1) };
      const [example] = examplesOf([first], head);
      if (example && score(weights, example.features) > least) yes.add(template);
    }
  }
  return yes;
}

const { values } = parseArgs({ options: { show: { type: "string" } } });
const templates = [...sentences, ...questions];
for (const [name, head, least] of says) {
  const yes = accepted(templates, head, least);
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
