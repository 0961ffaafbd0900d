import { detectLanguage, languageOf } from "../../src/index/languages.ts";
import { type Token, tokenize } from "../../src/index/tokenize.ts";
import { correction, evidence, evidenceOf } from "../../src/language/extract/changed-line.ts";
import {
  mannerBuckets,
  type Pair,
  type ReadLine,
  readPair,
} from "../../src/language/extract/pair.ts";
import { asksOf, askThreshold } from "../../src/language/gate/asks.ts";
import { changeOf } from "../../src/language/gate/gate.ts";
import { grammarsFor } from "../../src/language/grammar/grammar.ts";
import { behindStart, sentencesOf } from "../../src/language/read/sentences.ts";
import { foldText } from "../../src/language/text/letters.ts";
import { relatedWords } from "../../src/recall/concepts.ts";
import { createRandom } from "../bench/random.ts";
import { type ChangeCase, readChanges } from "./changes.ts";
import { sentences } from "./heads.ts";
import { openHousehold } from "./households.ts";
import { pack, shuffle, sigmoid, type Trained } from "./regression.ts";

/** Something said, with the lines of a home: whether it changes the first one. */
interface Told {
  readonly changes: boolean;
  /** Each sentence of it against each of the lines. */
  readonly sentences: readonly (readonly Pair[])[];
}

/** What tells which line is changed: weights for each kind of evidence, and for how it is said. */
export function trainPairs(): Trained {
  const { weights, manner } = pairWeightsOf(toldIn(readChanges()));
  const values = evidence.map((name, i) => [name, Number(weights[i]?.toFixed(4))]);
  return { ...pack("pair", manner), evidence: Object.fromEntries(values) };
}

/** Lines of other homes that are near: as many as a digestion looks at. */
const maxNear = 5;
/** Of the sentences that change nothing, one in so many. */
const oneIn = 30;

/** What is said of each line, among the other lines of its home and those of others that are near; and what changes nothing. */
function toldIn(cases: readonly ChangeCase[]): readonly Told[] {
  const others = openHousehold([...new Set(cases.map(({ line }) => line))]);
  const near = (text: string): string[] => {
    const hits = others.recall(text).slice(0, maxNear);
    return hits.map((hit) => hit.text);
  };
  const unchanging = sentences.filter(
    ({ kind }, i) => kind !== "correction" && kind !== "ended" && i % oneIn === 0,
  );
  const told = [
    ...cases.flatMap((one) => tellCase(one, near)),
    ...unchanging.flatMap(({ language, sentences: [text = ""] }) =>
      tell(text, language, knownFrom(near(text)), false),
    ),
  ];
  others.close();
  return told;
}

function tellCase(
  { language, line, home, changes, others }: ChangeCase,
  near: (text: string) => readonly string[],
): readonly Told[] {
  const lines = knownFrom([...new Set([line, ...home, ...near(line)])]);
  return [
    ...changes.map((text) => tell(text, language, lines, true)),
    ...others.map((text) => tell(text, language, lines, false)),
    ...changes.flatMap((text) => {
      const other = ofSomebodyElse(line, text, [...changes, ...others, ...home]);
      return other === line ? [] : tell(text, language, knownFrom([other]), false);
    }),
  ];
}

const knownFrom = (lines: readonly string[]): readonly ReadLine[] =>
  lines.map((text) => ({ text, grammars: grammarsFor(text, ""), meant: [] }));

function tell(said: string, language: string, known: readonly ReadLine[], changes: boolean): Told {
  // Each sentence by itself: what one changes of those before is what is to be learned.
  const spoken = sentencesOf(said).flatMap(({ text: sentence, asks }) => {
    const grammars = grammarsFor(sentence, language);
    const { rest: text, corrects } = behindStart(sentence, grammars);
    return asks || text === "" || asksOf(text) > askThreshold
      ? []
      : { text, grammars, sureness: changeOf(text) + (corrects ? correction : 0) };
  });
  const pairs = spoken.map((change) =>
    known.map((line) => readPair(change, { ...line, meant: meantIn(said, line.text) })),
  );
  return { changes, sentences: pairs };
}

/** Words of what is said that a line says in other words or another language, as recall finds them. */
function meantIn(said: string, line: string): readonly string[] {
  const likeliest = grammarsFor(line, "").slice(0, 2);
  const codes = likeliest.map(({ code }) => code);
  const told = tokenize(said, "query");
  const asked = detectLanguage(told, "en");
  const known = tokenize(line, "query");
  const stems = new Map(codes.map((code) => [code, new Set(known.map(languageOf(code).stem))]));
  const isMeant = (token: Token): boolean =>
    relatedWords(token, asked, codes).some(({ token: other, code }) =>
      stems.get(code)?.has(languageOf(code).stem(other)),
    );
  const words = told.filter(
    ({ kind, text }) => kind === "word" && !languageOf(asked).isStopWord(text),
  );
  return [...new Set(words.filter(isMeant).map(({ raw }) => raw))];
}

/** The line with another name in the place of the one that what is said has too, where it begins with that one. */
function ofSomebodyElse(line: string, said: string, texts: readonly string[]): string {
  const told = foldText(said);
  const names = [...line.slice(0, nameWithin).matchAll(/\p{Lu}[\p{L}\p{M}]{2,}/gu)];
  const shared = names.find(
    ([name]) => told.includes(foldText(name)) && isPerson(name, [line, ...texts]),
  );
  return shared === undefined ? line : line.replaceAll(shared[0], "Nerea");
}

const nameWithin = 25;

/** Within a text it has a capital letter too; German nouns have one as well. */
const isPerson = (name: string, texts: readonly string[]): boolean =>
  texts.some((text) => text.includes(` ${name}`) || text.includes(`'${name}`)) &&
  grammarsFor(texts[0] ?? "", "").every(({ hasCapitalNouns }) => !hasCapitalNouns);

interface Example {
  readonly values: readonly number[];
  readonly manner: Uint32Array;
  readonly isChanged: boolean;
  readonly weight: number;
}

/** A line that nothing was said of is easily told from one that is changed, and there are five times as many. */
const weightBeside = 0.15;
/** One that shares something with what was said. */
const weightNear = 0.4;
const weightBesideOf = (pair: Pair | undefined): number =>
  pair !== undefined && pair.names.length + pair.words.length > 0 ? weightNear : weightBeside;
const training = { epochs: 12, rate: 0.1, decay: 1e-4, mannerDecay: 1e-3 } as const;

/** Logistic regression by AdaGrad over the evidence and over how it is said, whose last weight is the bias. */
function pairWeightsOf(told: readonly Told[]) {
  const examples = told.flatMap(examplesOf);
  const evident = createPart(evidence.length, training.decay);
  const manner = createPart(mannerBuckets + 1, training.mannerDecay);
  const random = createRandom(7);
  for (let epoch = 0; epoch < training.epochs; epoch++) {
    shuffle(examples, random);
    for (const { values, manner: features, isChanged, weight } of examples) {
      const scale = 1 / Math.sqrt(Math.max(1, features.length));
      const told = [...Array.from(features, (at) => [at, scale] as const), bias];
      const found = [...values.entries()].filter(([, value]) => value !== 0);
      const sum = evident.sumOf(found) + manner.sumOf(told);
      const error = (sigmoid(sum) - Number(isChanged)) * weight;
      evident.learn(found, error);
      manner.learn(told, error);
    }
  }
  return { weights: evident.weights, manner: manner.weights };
}

function examplesOf({ changes, sentences }: Told): Example[] {
  return sentences.flatMap((pairs) =>
    evidenceOf(pairs).map((values, i) => ({
      values,
      manner: pairs[i]?.manner ?? new Uint32Array(),
      isChanged: changes && i === 0,
      weight: i > 0 ? weightBesideOf(pairs[i]) : 1,
    })),
  );
}

const bias = [mannerBuckets, 1] as const;

type Features = readonly (readonly [at: number, value: number])[];

/** Weights that learn together, each at a rate of its own. */
function createPart(size: number, decay: number) {
  const weights = new Float32Array(size);
  const squares = new Float32Array(size).fill(1e-6);
  return {
    weights,
    sumOf: (features: Features): number =>
      features.reduce((sum, [at, value]) => sum + (weights[at] ?? 0) * value, 0),
    learn: (features: Features, error: number): void => {
      for (const [at, value] of features) {
        const gradient = error * value + decay * (weights[at] ?? 0);
        squares[at] = (squares[at] ?? 0) + gradient * gradient;
        weights[at] = (weights[at] ?? 0) - (training.rate * gradient) / Math.sqrt(squares[at] ?? 1);
      }
    },
  };
}
