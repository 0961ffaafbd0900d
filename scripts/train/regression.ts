import type { ModelName, PackedModel } from "../../src/language/gate/score.ts";
import { createRandom, type Random } from "../bench/random.ts";

/** A labelled example: the buckets it has, and whether it is kept. */
export interface Example {
  readonly features: Uint32Array;
  readonly keep: boolean;
  readonly weight: number;
}

/** A linear model: what is kept has a positive sum. The last weight is the bias. */
export type Weights = Float32Array;

export interface Training {
  readonly buckets: number;
  readonly epochs: number;
  readonly rate: number;
  /** L2 penalty for each step. */
  readonly decay: number;
}

/** Logistic regression by AdaGrad, in an order that is the same each time. An example's features share a length of 1. */
export function train(examples: readonly Example[], how: Training): Weights {
  const weights = new Float32Array(how.buckets + 1);
  const squares = new Float32Array(how.buckets + 1).fill(1e-6);
  const order = examples.map((_, i) => i);
  const random = createRandom(7);
  for (let epoch = 0; epoch < how.epochs; epoch++) {
    shuffle(order, random);
    for (const i of order) {
      const example = examples[i];
      if (example !== undefined) step(weights, squares, example, how);
    }
  }
  return weights;
}

function step(weights: Weights, squares: Float32Array, example: Example, how: Training): void {
  const { features, keep, weight } = example;
  const scale = scaleOf(features);
  const error = (sigmoid(score(weights, features)) - (keep ? 1 : 0)) * weight;
  const bias = how.buckets;
  for (const feature of features) {
    const old = weights[feature] ?? 0;
    const gradient = error * scale + how.decay * old;
    const square = (squares[feature] ?? 0) + gradient * gradient;
    squares[feature] = square;
    weights[feature] = old - (how.rate * gradient) / Math.sqrt(square);
  }
  const square = (squares[bias] ?? 0) + error * error;
  squares[bias] = square;
  weights[bias] = (weights[bias] ?? 0) - (how.rate * error * 0.1) / Math.sqrt(square);
}

/** The sum of an example's weights, in log-odds. */
function score(weights: Weights, features: Uint32Array): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return sum * scaleOf(features) + (weights[weights.length - 1] ?? 0);
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

const scaleOf = (features: Uint32Array): number => 1 / Math.sqrt(Math.max(1, features.length));

/** Puts items in another order, in place. */
export function shuffle<T>(items: T[], random: Random): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [items[i], items[j]];
    if (a !== undefined && b !== undefined) [items[i], items[j]] = [b, a];
  }
}

/** A model as it is committed, and its name. */
export interface Trained extends PackedModel {
  readonly name: ModelName;
  readonly weights: Int8Array;
}

/** Weights in 255 steps. */
export function pack(name: ModelName, weights: Weights): Trained {
  const buckets = weights.length - 1;
  const largest = weights.slice(0, buckets).reduce((most, w) => Math.max(most, Math.abs(w)), 0);
  const scale = largest / 127;
  return {
    name,
    scale: Number(scale.toPrecision(6)),
    bias: Number((weights[buckets] ?? 0).toPrecision(6)),
    buckets,
    weights: Int8Array.from(weights.slice(0, buckets), (weight) => Math.round(weight / scale)),
  };
}

/** The bytes of `weights.bin`: a line of JSON that names the models, then the weights of each in turn. */
export function toFile(models: readonly Trained[]): Buffer {
  const heads = models.map(({ name, weights: _, ...packed }) => [name, packed]);
  const lines = [
    Buffer.from(`${JSON.stringify(heads)}\n`),
    ...models.map(({ weights }) => weights),
  ];
  return Buffer.concat(
    lines.map((bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)),
  );
}
