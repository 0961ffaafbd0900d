/**
 * How often the line that answers is said, and how often nothing where nothing answers, of households that the choice was not
 * trained on: five-fold cross-validation, a household never in both halves. `node scripts/train/evaluate-answers.ts`.
 */
import { clueNames } from "../../src/language/reply/evidence.ts";
import { type Asking, readAskings } from "./households.ts";
import { type Choice, choicesOf, trainChoice } from "./train-answers.ts";

const folds = 5;
const thresholds = [-0.2, 0, 0.2, 0.45, 0.9];

/** Questions of one household have the same lines, in whatever order. */
const householdOf = ({ memory }: Asking): string => memory.toSorted()[0] ?? "";

const byHousehold = [...Map.groupBy(readAskings(), householdOf).values()];
const choices = byHousehold.map((askings) => choicesOf(askings));
const judged = Array.from({ length: folds }, (_, fold) => {
  const weights = trainChoice(choices.filter((_, i) => i % folds !== fold).flat());
  return choices.filter((_, i) => i % folds === fold).flatMap((some) => some.map(judge(weights)));
}).flat();

for (const threshold of thresholds) {
  const said = (one: (typeof judged)[number]): boolean => one.score > threshold;
  const asked = judged.filter(({ hasAnswer }) => hasAnswer);
  const rest = judged.filter(({ hasAnswer }) => !hasAnswer);
  const right = asked.filter((one) => said(one) && one.isRight).length;
  const wrong = asked.filter((one) => said(one) && !one.isRight).length;
  console.log(
    `from ${threshold}: right ${right} and wrong ${wrong} of ${asked.length} that were found, silent ${rest.filter((one) => !said(one)).length} of ${rest.length}`,
  );
}

function judge(weights: readonly number[]) {
  return ({ lines, answer }: Choice) => {
    const scores = lines.map((line) =>
      clueNames.reduce((sum, name, i) => sum + line[name] * (weights[i] ?? 0), 0),
    );
    const score = Math.max(Number.NEGATIVE_INFINITY, ...scores);
    return { score, isRight: scores.indexOf(score) === answer, hasAnswer: answer >= 0 };
  };
}
