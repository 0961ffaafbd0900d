import type { Grammar } from "../grammar/grammar.ts";
import { contentOf, within } from "../read/content.ts";
import type { Finding } from "../read/finding.ts";

/** A statement on its way to a conclusion. */
export interface Draft {
  readonly finding: Finding;
  readonly clause: string;
  readonly grammar: Grammar;
  readonly said: string;
  readonly sources: readonly number[];
  /** It corrects what was thought before. */
  readonly corrects: boolean;
  /** Number of the sentence, over the whole conversation. */
  readonly sentence: number;
}

/** Whether an ending only repeats what its replacement implied: `I moved to York, I no longer live in Leeds`. */
export function isImplied(now: Finding, grammar: Grammar, drafts: readonly Draft[]): boolean {
  if (!now.ended || now.key === "") return false;
  return drafts.some(
    (draft) => !draft.finding.ended && draft.finding.key === now.key && !ends(now, grammar, draft),
  );
}

/** `I no longer work there`: what was said before of the same is no more. */
function ends(now: Finding, grammar: Grammar, { finding: then, clause }: Draft): boolean {
  if (!now.ended || then.ended || now.subject !== then.subject) return false;
  const object = contentOf(now.object, [grammar]);
  return object.size > 0 && within(object, contentOf(`${then.text} ${clause}`, [grammar]));
}

/** The same again, another value of the same slot, or the correction of the statement just before. */
export function replaces(draft: Draft, earlier: Draft): boolean {
  const [now, then] = [draft.finding, earlier.finding];
  if (now.text.toLowerCase() === then.text.toLowerCase()) return true;
  if (ends(now, draft.grammar, earlier)) return true;
  if (now.key !== "") return now.key === then.key;
  if (now.subject !== then.subject) return false;
  if (draft.corrects && now.concept === then.concept && isAboutSame(draft, earlier))
    return draft.sentence - earlier.sentence <= 2;
  return (
    now.object.toLowerCase() === then.object.toLowerCase() &&
    draft.sentence !== earlier.sentence &&
    now.worth.bank === then.worth.bank
  );
}

/** Two notes may be about anything: they share a distinctive word. */
function isAboutSame({ finding, grammar, clause }: Draft, earlier: Draft): boolean {
  if (finding.concept !== "note") return true;
  const then = contentOf(earlier.clause, [earlier.grammar]);
  return [...contentOf(clause, [grammar])].some((word) => then.has(word));
}
