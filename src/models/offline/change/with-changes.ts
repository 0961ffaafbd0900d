import type { Conclusion } from "../../task.ts";
import { type ReadLine, relate } from "../offline-extract/relate.ts";
import type { Draft } from "../offline-extract/replaces.ts";
import type { Walk } from "../offline-extract/walk.ts";
import type { Change } from "./change.ts";
import { changedLine } from "./changed-line.ts";

/** A statement, and how it stands to what is known. */
export interface Related extends Pick<Conclusion, "relation" | "of"> {
  readonly draft: Draft;
}

/**
 * What was said and how it stands to what is known, in the order it was said. A sentence that changes a known line is
 * kept whole, in the place of what the rules made of its parts, unless they found the line themselves, or a key.
 */
export function withChanges(
  { drafts, changes }: Pick<Walk, "drafts" | "changes">,
  known: readonly ReadLine[],
): readonly Related[] {
  const related = drafts.map((draft): Related => ({ draft, ...relate(draft, known) }));
  const found = changes.flatMap((change): Related[] => {
    const line = lineOf(change, known);
    const { label } = line?.line ?? {};
    return label === undefined ? [] : [{ draft: change, relation: "updates", of: label }];
  });
  const bySentence = new Map(found.map((one) => [one.draft.sentence, one]));
  const kept = related.flatMap((one): Related[] => {
    const change = bySentence.get(one.draft.sentence);
    if (change === undefined) return [one];
    if (one.relation !== "new") {
      if (one.of === change.of) bySentence.delete(one.draft.sentence);
      return [one];
    }
    if (one.draft.finding.key === "") return [];
    bySentence.delete(one.draft.sentence);
    return [{ ...one, relation: change.relation, of: change.of }];
  });
  return [...kept, ...bySentence.values()].toSorted((a, b) => a.draft.sentence - b.draft.sentence);
}

function lineOf({ clause, grammars, ...change }: Change, known: readonly ReadLine[]) {
  const sureness = change.sureness + (change.corrects ? correction : 0);
  return changedLine({ text: clause, grammars, sureness }, known);
}

/** A sentence that begins with `no, sorry` is surer by so much. */
const correction = 2;
