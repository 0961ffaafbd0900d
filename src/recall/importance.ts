import type { FoundChunk } from "../index/search.ts";
import { readImportance } from "../vault/topic/entry.ts";

/** Days after which the importance of an entry counts half. */
const halfLifeDays = 365;

/**
 * 0 to 1: the importance that an entry states, halved with each half-life since its day, because what mattered once may
 * matter no more; importance 1 (an allergy) and what has no day never fade. Nothing for an entry that states none: it
 * ranks by what was asked alone, and none ranks lower for its age than it would without.
 */
export function importancePrior(
  { fields, date }: Pick<FoundChunk, "fields" | "date">,
  today: string | undefined,
): number {
  const stated = fields === "{}" ? undefined : readImportance(JSON.parse(fields).importance);
  if (stated === undefined || today === undefined) return 0;
  const days = (Date.parse(today) - Date.parse(date)) / 86_400_000;
  return stated === 1 || !(days > 0) ? stated : stated * 2 ** (-days / halfLifeDays);
}
