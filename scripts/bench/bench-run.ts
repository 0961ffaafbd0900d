import type { Figure } from "./figures.ts";

/** What a measurement works on: one vault of one size, and the commands to measure. */
export interface BenchRun {
  /** Entries in the vault. */
  readonly size: number;
  /** A temporary folder of this size's own. */
  readonly folder: string;
  /** The vault in it. */
  readonly vault: string;
  /** Fewer repetitions, for a look in passing. */
  readonly quick: boolean;
  readonly node: string;
  /** Command lines of `loci`, run from source and built. */
  readonly source: readonly string[];
  readonly built: readonly string[];
}

/** Takes figures; the index is in step with the files when it begins, and must be when it ends. */
export type Measurement = (run: BenchRun) => Promise<readonly Figure[]>;

/** How often to repeat what takes long in a large vault. */
export function repeats({ size, quick }: BenchRun): number {
  if (quick || size > 20_000) return 1;
  return size > 1_000 ? 3 : 5;
}
