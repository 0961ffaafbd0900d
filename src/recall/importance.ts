import type { FoundChunk } from "../index/found-chunks.ts";
import { readImportance } from "../vault/entry.ts";

/** By how much what an entry says of its importance counts, and how fast that fades. */
export interface ImportancePrior {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Days after which it counts half. */
  readonly halfLifeDays: number;
}

/**
 * 0 to 1: the importance that an entry states, halved with each half-life since its day, because what mattered once may matter no
 * more; importance 1 (an allergy) and what has no day never fade. Nothing for an entry that states none: it ranks by what was
 * asked alone, and none ranks lower for its age than it would without.
 */
export function importancePrior(
  { importance, date }: Pick<FoundChunk, "importance" | "date">,
  prior: ImportancePrior | undefined,
): number {
  const stated = readImportance(importance);
  if (stated === undefined || prior === undefined) return 0;
  const days = (Date.parse(prior.today) - Date.parse(date)) / 86_400_000;
  return stated === 1 || !(days > 0) ? stated : stated * 2 ** (-days / prior.halfLifeDays);
}
