/**
 * What asks, and what rules and gate keep of sentences that the gate was not trained on: five-fold cross-validation over the labelled
 * templates, a template's sentences never in both halves. `node scripts/train/evaluate.ts [--show LANGUAGE]`.
 */

import { askThreshold } from "../../src/language/gate/asks.ts";
import { threshold } from "../../src/language/gate/gate.ts";
import { sentencesOf } from "../../src/language/read/sentences.ts";
import { statementsOf } from "../../src/language/read/statements.ts";
import { score, train, type Weights } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { askExamplesOf, asksTraining } from "./train-asks.ts";
import {
  changeHead,
  examplesOf,
  gateHead,
  grammarOf,
  type Head,
  questions,
  sentences,
  weightsOf,
} from "./train-gate.ts";

const folds = 5;

interface Judged {
  readonly template: Template;
  readonly text: string;
  readonly byRules: boolean;
  readonly byGate: boolean;
  /** That it is a change, in log-odds. */
  readonly sureness: number;
}

function judge(templates: readonly Template[]): Judged[] {
  return Array.from({ length: folds }, (_, fold) => {
    const trained = templates.filter((_, i) => i % folds !== fold);
    const gate = weightsOf(trained, gateHead);
    const change = weightsOf(trained, changeHead);
    const held = templates.filter((_, i) => i % folds === fold);
    return held.map((template): Judged => {
      const [text = ""] = template.sentences;
      const scored = (weights: Weights, head: Head): number => {
        const [example] = examplesOf([{ ...template, sentences: [text] }], head);
        return example === undefined ? 0 : score(weights, example.features);
      };
      return {
        template,
        text,
        byGate: scored(gate, gateHead) > threshold,
        byRules: isFoundByRules(text, template.language),
        sureness: scored(change, changeHead),
      };
    });
  }).flat();
}

function isFoundByRules(text: string, language: string): boolean {
  const grammar = grammarOf(language);
  return sentencesOf(text).some(
    (sentence) => statementsOf({ sentence, said: "2026-11-23", before: null }, grammar).length > 0,
  );
}

function report(name: string, judged: readonly Judged[]): void {
  const share = (keep: boolean, is: (one: Judged) => boolean): string => {
    const of = judged.filter(({ template }) => template.keep === keep);
    return of.length === 0 ? "" : `${((100 * of.filter(is).length) / of.length).toFixed(1)} %`;
  };
  const either = ({ byGate, byRules }: Judged): boolean => byGate || byRules;
  const rules = ({ byRules }: Judged): boolean => byRules;
  console.log(
    `${name.padEnd(18)} kept ${share(true, either)} (by rules ${share(true, rules)})  junk ${share(false, either)} (by rules ${share(false, rules)})`,
  );
}

/** The share of questions, facts and all else that is taken for a question, in the same folds. */
function reportAsks(templates: readonly Template[]): void {
  const asked = Array.from({ length: folds }, (_, fold) => {
    const trained = templates.filter((_, i) => i % folds !== fold);
    const weights = train(askExamplesOf(trained), asksTraining);
    const held = templates.filter((_, i) => i % folds === fold);
    return held.map((template) => {
      const [example] = askExamplesOf([{ ...template, sentences: template.sentences.slice(0, 1) }]);
      const asks = example !== undefined && score(weights, example.features) > askThreshold;
      const name = template.kind === "question" ? "questions" : template.keep ? "facts" : "others";
      return { name, asks };
    });
  }).flat();
  for (const [name, some] of Map.groupBy(asked, (one) => one.name)) {
    const share = (100 * some.filter(({ asks }) => asks).length) / some.length;
    console.log(`${name.padEnd(18)} taken for a question ${share.toFixed(1)} %`);
  }
}

const templates = [sentences, questions].flatMap((folder) => readTemplates(folder));
reportAsks(templates);
const all = judge(templates);
const groups = new Map<string, Judged[]>();
for (const one of all) {
  const { language, keep, kind } = one.template;
  for (const name of ["all", language, `${keep ? "keep" : "drop"} ${kind}`]) {
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
}
for (const [name, judged] of [...groups].sort(([a], [b]) => a.localeCompare(b)))
  report(name, judged);
for (const least of [-3, -1.5, 0]) {
  const share = (of: readonly Judged[]): string =>
    `${((100 * of.filter(({ sureness }) => sureness > least).length) / of.length).toFixed(1)} %`;
  const isChange = ({ template }: Judged): boolean => changeHead.isPositive(template);
  const others = all.filter((one) => !isChange(one));
  const [keeps, drops] = [true, false].map((keep) =>
    share(others.filter(({ template }) => template.keep === keep)),
  );
  console.log(
    `changes from ${least}: ${share(all.filter(isChange))}, of other facts ${keeps}, of junk ${drops}`,
  );
}
const [flag, language] = process.argv.slice(2);
const shown = flag === "--show" ? language : undefined;
for (const { template, text, byGate, byRules } of all) {
  if (template.language === shown && template.keep !== (byGate || byRules))
    console.log(template.keep ? "missed" : "junk", template.kind, text);
}
