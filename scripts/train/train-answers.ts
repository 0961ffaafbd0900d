import { toScored } from "../../src/agent/gather-context.ts";
import { type Clues, clueNames, cluesOf, compare } from "../../src/language/reply/find-answers.ts";
import type { QuotedMemory } from "../../src/models/requests.ts";
import { type Asking, readToLearn } from "./conversation-sets.ts";
import { recallAmong } from "./households.ts";

/** The lines that recall found for a question, and which of them answers; -1 where none does. */
interface Choice {
  readonly lines: readonly Clues[];
  readonly answer: number;
  readonly weight: number;
}

/** The module that holds the weights of what tells the line that answers, as text. */
export function trainAnswers(): string {
  const weights = trainChoice(choicesOf(readToLearn("questions")));
  return [
    'import type { Clues } from "./find-answers.ts";',
    "",
    "/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */",
    "export const weights: Clues = {",
    ...clueNames.map((name, i) => `  ${name}: ${Number((weights[i] ?? 0).toFixed(2))},`),
    "};",
    "",
  ].join("\n");
}

/**
 * Each question to its household; to the same household without the line that answers, when nothing does; to one that
 * is four times as large; and to its lines in an order that is no help.
 */
function choicesOf(askings: readonly Asking[]): Choice[] {
  return askings.flatMap((asking, i) => {
    const { question, memory, answer } = asking;
    const without = { ...asking, answer: "" };
    const find = (lines: readonly string[]): readonly QuotedMemory[] =>
      recallAmong(lines, question).map(toScored);
    const found = find(memory);
    const others = [7, 28, 50, 72].flatMap(
      (far) => askings[(i + far) % askings.length]?.memory ?? [],
    );
    return [
      choiceOf(asking, found, 1),
      choiceOf(asking, found.toReversed(), 0.3),
      ...(answer === ""
        ? []
        : [choiceOf(without, find(memory.filter((line) => line !== answer)), 0.4)]),
      choiceOf(asking, find([...new Set([...others, ...memory])]), 0.5),
    ];
  });
}

function choiceOf(
  { question, answer }: Asking,
  hits: readonly QuotedMemory[],
  weight: number,
): Choice {
  const compared = compare(question, hits);
  const right =
    answer === "" ? -1 : compared.lines.findIndex(({ words }) => answer.includes(words));
  return { lines: cluesOf(compared).map(({ clues }) => clues), answer: right, weight };
}

const steps = 250;
const penalty = 0.002;
const rate = 0.1;
/** What the households have no example of: what a model finds by meaning, a passage of a note. */
const priors: Partial<Clues> = { meant: 4, note: -1.5 };

/** A choice among the lines and none of them (conditional logit), by Adam over all choices at once: the same each time. */
function trainChoice(choices: readonly Choice[]): number[] {
  const rows = choices.map((choice) => ({
    ...choice,
    lines: choice.lines.map((line) => clueNames.map((name) => line[name])),
  }));
  const prior = clueNames.map((name) => priors[name] ?? 0);
  const weights = [...prior];
  const means = weights.map(() => 0);
  const squares = weights.map(() => 0);
  for (let step = 1; step <= steps; step++) {
    const slopes = slopesOf(rows, weights);
    for (const [i, slope] of slopes.entries()) {
      const weight = weights[i] ?? 0;
      const pull = i === 0 ? 0 : penalty * (weight - (prior[i] ?? 0));
      const mean = 0.9 * (means[i] ?? 0) + 0.1 * (slope + pull);
      const square = 0.99 * (squares[i] ?? 0) + 0.01 * (slope + pull) ** 2;
      [means[i], squares[i]] = [mean, square];
      const size = Math.sqrt(square / (1 - 0.99 ** step)) + 1e-8;
      weights[i] = weight - (rate * mean) / (1 - 0.9 ** step) / size;
    }
  }
  return weights;
}

type Rows = Omit<Choice, "lines"> & { readonly lines: readonly (readonly number[])[] };

/** How the mean loss changes with each weight. */
function slopesOf(choices: readonly Rows[], weights: readonly number[]): number[] {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  const slopes = weights.map(() => 0);
  for (const { lines, answer, weight } of choices) {
    const chances = chancesOf(lines, weights);
    for (const [i, line] of lines.entries()) {
      const error = ((chances[i] ?? 0) - (i === answer ? 1 : 0)) * (weight / total);
      for (const [j, value] of line.entries()) slopes[j] = (slopes[j] ?? 0) + error * value;
    }
  }
  return slopes;
}

/** How likely each line is the answer; what is missing from 1 is that none is. */
function chancesOf(lines: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const sums = lines.map((line) =>
    line.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
  );
  const most = Math.max(0, ...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((sum, one) => sum + one, Math.exp(-most));
  return odds.map((one) => one / all);
}
