import { createHash } from "node:crypto";

export const hashOf = (text: string): Buffer =>
  createHash("sha256").update(text).digest().subarray(0, 16);

/** Numbers from 0 to 1, the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of the normal distribution. */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** `count` unit vectors in clusters of 25, with what real models show: a common direction and a few strong dimensions. */
export function clusteredVectors(
  count: number,
  dimensions: number,
  seed: number,
  common = 0.7,
): Float32Array[] {
  const random = seededRandom(seed);
  const spread = Float64Array.from({ length: dimensions }, (_, i) => (i + 1) ** -0.25);
  const noise = (size: number) => Float64Array.from(spread, (s) => s * size * gaussian(random));
  const shared = noise(common);
  let center = noise(1);
  return Array.from({ length: count }, (_, i) => {
    if (i % 25 === 0) center = noise(1);
    const own = noise(0.9);
    const sum = own.map((x, d) => x + (center[d] ?? 0) + (shared[d] ?? 0));
    return unit(sum);
  });
}

export function unit(numbers: ArrayLike<number>): Float32Array {
  const norm = Math.hypot(...Array.from(numbers));
  return Float32Array.from(numbers, (x) => x / norm);
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
