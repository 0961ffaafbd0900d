/** A trained linear model as it is kept: one weight a bucket, from -127 to 127 in steps of `scale`. */
export interface PackedModel {
  readonly scale: number;
  readonly bias: number;
  readonly base64: string;
}

/** The log-odds that a model gives to the features of a sentence. */
export type Score = (features: Uint32Array) => number;

/** Reads a model when it is first asked. A feature falls into one of its buckets by what is left when it is divided by their number. */
export function createScore({ scale, bias, base64 }: PackedModel): Score {
  let weights: Int8Array | undefined;
  return (features) => {
    weights ??= read(base64);
    let sum = 0;
    for (const feature of features) sum += weights[feature % weights.length] ?? 0;
    return (sum * scale) / Math.sqrt(Math.max(1, features.length)) + bias;
  };
}

function read(base64: string): Int8Array {
  const bytes = Buffer.from(base64, "base64");
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
