import type { Conclusion } from "../../models/task.ts";
import { withBefore } from "../text/before-part.ts";
import type { Change } from "./change.ts";
import { changedLine } from "./changed-line.ts";
import { type ReadLine, relate } from "./relate.ts";
import type { Draft } from "./replaces.ts";
import type { Walk } from "./walk.ts";

/** A statement, and how it stands to what is known. */
export interface Related extends Pick<Conclusion, "relation" | "of"> {
  readonly draft: Draft;
  /** What was said of it at first, where it was changed since. */
  readonly first?: string;
}

/**
 * What was said and how it stands to what is known, in the order it was said. A sentence that changes a known line, or
 * what was said shortly before it, is kept whole, in the place of what the rules made of its parts, unless they found the
 * line themselves, or a key.
 */
export function withChanges(
  { drafts, changes }: Pick<Walk, "drafts" | "changes">,
  known: readonly ReadLine[],
): readonly Related[] {
  let all: readonly Related[] = drafts.map((draft) => ({ draft, ...relate(draft, known) }));
  for (const change of changes) all = changed(all, change, known);
  return all.toSorted((a, b) => a.draft.sentence - b.draft.sentence);
}

/** The statements as they stand after one sentence that may change something. */
function changed(
  all: readonly Related[],
  change: Change,
  known: readonly ReadLine[],
): readonly Related[] {
  const isOf = ({ draft }: Related): boolean => draft.sentence === change.sentence;
  const own = all.filter(isOf);
  const label = lineOf(change, known)?.line.label;
  if (label !== undefined) {
    const update = { relation: "updates", of: label } as const;
    if (own.some(({ relation, of }) => relation !== "new" && of === label)) return all;
    const keyed = own.find(isKeyed);
    return [
      ...all.filter((one) => !isOf(one) || !isNew(one) || (isKeyed(one) && one !== keyed)),
      keyed === undefined ? { draft: change, ...update } : { ...keyed, ...update },
    ];
  }
  if (!own.every(mayGo)) return all;
  const before = all.filter(({ draft }) => draft.sentence < change.sentence).slice(-maxBefore);
  const target = lineOf(change, before.map(readSaid), minOfSaid)?.of;
  if (target === undefined || !mayGo(target)) return all;
  return all.flatMap((one) => (one === target ? merged(change, target) : isOf(one) ? [] : one));
}

const isNew = ({ relation }: Related): boolean => relation === "new";
const isKeyed = ({ draft }: Related): boolean => draft.finding.key !== "";

/** It has no key and is neither vital nor secret; anything else is kept beside what seems to change it. */
function mayGo(one: Related): boolean {
  const { sensitivity, importance } = one.draft.finding.worth;
  return isNew(one) && !isKeyed(one) && sensitivity === "normal" && importance < vital;
}

const vital = 0.8;

/** So many of the statements before a sentence may be what it changes: each pair takes half a millisecond. */
const maxBefore = 5;
/** Log-odds from which one of them is: they are fewer than the lines of a home, and less distinct. */
const minOfSaid = 1;

/** What was said before, as a line that may be changed. */
const readSaid = (of: Related) => ({
  of,
  text: of.draft.finding.text,
  grammars: [of.draft.grammar],
  isOwn: of.draft.finding.subject === "" && of.draft.finding.person === "i",
  meant: [],
});

/** The sentence in the place of what it changes, saying what was said at first. */
function merged(change: Change, { draft, first = draft.finding.text, ...how }: Related): Related {
  const text = withBefore(change.finding.text, first, change.grammar.rules.code);
  const sources = [...new Set([...draft.sources, ...change.sources])];
  const finding = { ...draft.finding, text };
  return { ...how, draft: { ...change, finding, sources }, first };
}

function lineOf<Line extends Parameters<typeof changedLine>[1][number]>(
  { clause, grammars, corrects, sureness }: Change,
  lines: readonly Line[],
  least?: number,
): Line | undefined {
  const sure = sureness + (corrects ? correction : 0);
  return changedLine({ text: clause, grammars, sureness: sure }, lines, least);
}

/** How much surer a sentence is that begins with `no, sorry`. */
const correction = 2;
