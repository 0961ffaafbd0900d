import type { Dropped, Passed } from "./gates/gates.ts";
import { isSameFact, type StemText, sharedContent } from "./gates/same-fact.ts";
import { isVital } from "./reconcile.ts";

/**
 * What is left of one conversation when later words count over earlier ones: of one slot, and of several updates of one
 * known line about one subject, the last; of the same statement, the first. In the order they were said. Pure.
 */
export function collapseChains(
  passed: readonly Passed[],
  stem: StemText,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const ordered = passed.toSorted((a, b) => lastId(a) - lastId(b));
  const kept: Passed[] = [];
  const dropped: Dropped[] = [];
  for (const one of ordered) {
    if (kept.some((other) => isSameFact(statement(other), statement(one), stem))) {
      dropped.push({ conclusion: one.conclusion, reason: "said twice" });
      continue;
    }
    const at = kept.findIndex((other) => isOvertaken(other, one, stem));
    const [overtaken] = at < 0 ? [] : kept.splice(at, 1);
    if (overtaken !== undefined) {
      dropped.push({ conclusion: overtaken.conclusion, reason: "said otherwise later" });
    }
    // What the earlier one was about to replace is replaced by the later one.
    kept.push(overtaken === undefined ? one : inheriting(one, overtaken));
  }
  return { passed: kept, dropped };
}

const enoughShared = 1 / 3;

const lastId = ({ sources }: Passed): number => sources.at(-1)?.id ?? 0;

const statement = ({ conclusion, language }: Passed) => ({ text: conclusion.text, language });

function isOvertaken(earlier: Passed, later: Passed, stem: StemText): boolean {
  const [a, b] = [earlier.conclusion, later.conclusion];
  if (lastId(earlier) === lastId(later)) return false;
  if (a.key !== "" && a.key === b.key && !isVital(earlier) && !isVital(later)) return true;
  const isOfSame = a.of !== null && a.of === b.of && replaces(earlier) && replaces(later);
  return isOfSame && sharedContent(statement(earlier), statement(later), stem) >= enoughShared;
}

const replaces = ({ conclusion: { relation } }: Passed): boolean =>
  relation === "updates" || relation === "contradicts";

function inheriting(later: Passed, earlier: Passed): Passed {
  if (later.conclusion.of !== null || !replaces(earlier)) return later;
  const { relation, of } = earlier.conclusion;
  return { ...later, conclusion: { ...later.conclusion, relation, of } };
}
