import { readFileSync } from "node:fs";

/** The models of `weights.bin`: each says in log-odds how sure it is of one thing. */
const models = ["gate", "asks", "change", "pair", "preference", "health"] as const;
export type ModelName = (typeof models)[number] | `about ${string}`;

/** A trained linear model as it is kept: one weight a bucket, from -127 to 127 in steps of `scale`. */
export interface PackedModel {
  readonly scale: number;
  readonly bias: number;
  readonly buckets: number;
  /** Weights of what is measured and not counted, by its name. */
  readonly evidence?: Readonly<Record<string, number>>;
}

/** The log-odds that a model gives to the features of a sentence. */
export type Score = (features: Uint32Array) => number;

/** Reads a model when it is first asked. A feature falls into one of its buckets by what is left when it is divided by their number. */
export function createScore(name: ModelName): Score {
  let model: (PackedModel & { readonly weights: Int8Array }) | undefined;
  return (features) => {
    model ??= readModel(name);
    const { weights, scale, bias } = model;
    let sum = 0;
    for (const feature of features) sum += weights[feature % weights.length] ?? 0;
    return (sum * scale) / Math.sqrt(Math.max(1, features.length)) + bias;
  };
}

/** A model with its weights. */
export function readModel(name: ModelName): PackedModel & { readonly weights: Int8Array } {
  file ??= openWeights(readFileSync(new URL("weights.bin", import.meta.url)));
  let at = file.start;
  for (const [other, packed] of file.models) {
    if (other === name) return { ...packed, weights: file.bytes.subarray(at, at + packed.buckets) };
    at += packed.buckets;
  }
  throw new RangeError(`Cannot read the model "${name}": weights.bin has none of that name`);
}

interface WeightsFile {
  readonly bytes: Int8Array;
  readonly start: number;
  readonly models: readonly (readonly [ModelName, PackedModel])[];
}

let file: WeightsFile | undefined;

/** A line of JSON that names the models, then the weights of each in turn. */
function openWeights(bytes: Buffer): WeightsFile {
  const end = bytes.indexOf("\n");
  return {
    bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    start: end + 1,
    models: JSON.parse(bytes.toString("utf8", 0, end)),
  };
}
