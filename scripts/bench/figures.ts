import { loadavg } from "node:os";

type Unit = "ms" | "s" | "MB" | "kB" | "files" | "turns";

/** A figure that stands beside another, taken in the same run. */
export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** One result. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly baselines: readonly Baseline[];
  /** Highest allowed value, or highest allowed ratio to the named baseline. */
  readonly budget?: { readonly max: number; readonly to?: string };
  /** What a reader must know to read it rightly. */
  readonly note?: string;
}

/** A figure with where it was taken. */
export interface TakenFigure extends Figure {
  readonly measurement: string;
  readonly size: number;
  /** What `size` counts. */
  readonly counted: "entries" | "topics" | "recordings";
  /** The machine's load average over the last minute. */
  readonly load: number;
}

/** "ok" or "OVER" where the figure has a budget, else "". */
export function verdict({ value, baselines, budget }: Figure): "ok" | "OVER" | "" {
  if (budget === undefined) return "";
  if (budget.to === undefined) return value <= budget.max ? "ok" : "OVER";
  const base = baselines.find(({ name }) => name === budget.to)?.value;
  if (base === undefined) throw new TypeError(`No baseline "${budget.to}"`);
  return value / base <= budget.max ? "ok" : "OVER";
}

/** A figure as text, with its ratios to what stands beside it: `12 ms (0.6× exact scan)`. */
export function figureText({ value, unit, baselines }: Figure): string {
  const ratios = baselines.map((base) => `${short(value / base.value)}× ${base.name}`);
  return `${short(value)} ${unit}${ratios.length > 0 ? ` (${ratios.join(", ")})` : ""}`;
}

/** The smallest value that at least this share (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError("No values");
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const currentLoad = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** Three digits are as many as such measurements are worth. */
export function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
