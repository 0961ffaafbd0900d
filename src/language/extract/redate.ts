import { dayBefore, inWeekOf } from "../grammar/calendar.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { contentOf, within } from "../read/content.ts";
import { atLeast } from "../read/finding.ts";
import { type Statement, statementsOf } from "../read/statements.ts";
import type { Draft } from "./replaces.ts";

/** An earlier statement and what it says with another day. */
export interface Redated {
  readonly draft: Draft;
  readonly statement: Statement;
}

/** Which earlier statement a correction gives another day: `no, Carme comes on Sunday`, `football is on Wednesdays now`. */
export function redated(
  statement: Statement,
  grammar: Grammar,
  drafts: readonly Draft[],
): Redated | null {
  const stated = statement.clause.replace(/,? (?:not|pas|não|nicht) .*$|, no .*$/su, "");
  for (const draft of [...drafts].reverse()) {
    if (!isSame(statement, stated, grammar, draft)) continue;
    const clause = withDay(draft, stated, grammar);
    if (clause === null) continue;
    const sentence = { text: clause, asks: false };
    const found = statementsOf({ sentence, said: draft.said, before: null }, draft.grammar);
    const [only] = found;
    if (found.length === 1 && only !== undefined)
      return {
        draft,
        statement: { ...only, finding: atLeast(only.finding, draft.finding.worth.importance) },
      };
  }
  return null;
}

/** The clause of a draft with the weekday of another text, in the same week; null where either names none. */
export function withDay(
  { clause, grammar, said }: Pick<Draft, "clause" | "grammar" | "said">,
  stated: string,
  other: Grammar,
): string | null {
  const [then, now] = [grammar.weekday.exec(clause)?.[0], other.weekday.exec(stated)?.[0]];
  if (then === undefined || now === undefined) return null;
  const isHabit = grammar.recurring.test(clause);
  if (isHabit !== other.recurring.test(stated)) return null;
  if (isHabit) return clause.replace(then, () => now);
  const [old, next] = [grammar.findDay(clause, said), other.findDay(stated, said)];
  if (old === null || next === null || old.iso.length < 10) return null;
  const words = stated.slice(next.from, next.to);
  const week = /\d/u.test(words) ? next.iso : inWeekOf(old.iso, next.iso, said);
  const written = /\d/u.test(words)
    ? words
    : (other.findDay(now, dayBefore(week))?.written ?? words);
  return clause.slice(0, old.from) + written + clause.slice(old.to);
}

/** Both say the same except for the day. */
function isSame(statement: Statement, stated: string, grammar: Grammar, draft: Draft): boolean {
  const [now, then] = [statement.finding, draft.finding];
  if (now.concept === "plan" && then.concept === "plan" && now.subject !== "")
    return now.subject === then.subject;
  const words = contentOf(stated.replace(grammar.weekday, ""), [grammar]);
  return words.size > 0 && within(words, contentOf(draft.clause, [draft.grammar]));
}
