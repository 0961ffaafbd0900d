import type { PackedModel } from "../../src/language/gate/linear.ts";
import type { Weights } from "./regression.ts";

/** Weights in 255 steps, as they are committed. */
export function pack(weights: Weights): PackedModel {
  const buckets = weights.length - 1;
  const largest = weights.slice(0, buckets).reduce((most, w) => Math.max(most, Math.abs(w)), 0);
  const scale = largest / 127;
  const steps = Int8Array.from(weights.slice(0, buckets), (weight) => Math.round(weight / scale));
  const base64 = Buffer.from(steps.buffer).toString("base64");
  return { scale, bias: weights[buckets] ?? 0, base64 };
}

/** The lines of a packed model as TypeScript. */
export const linesOf = ({ scale, bias, base64 }: PackedModel): string[] => [
  `  scale: ${Number(scale.toPrecision(6))},`,
  `  bias: ${Number(bias.toPrecision(6))},`,
  "  base64:",
  `    "${base64}",`,
];
