import type { Grammar } from "../grammar/grammar.ts";
import { type Statement, statementsOf } from "../read/statements.ts";
import { withDay } from "./redate.ts";

/** A sentence that only says what was wrong, and the statement it is about. */
export interface Fragment {
  readonly last: {
    readonly clause: string;
    readonly grammar: Grammar;
    readonly said: string;
    readonly finding: Statement["finding"];
  };
  /** Without and with the word that marks it as a correction. */
  readonly text: string;
  readonly said: string;
  readonly marked: boolean;
}

/** The last statement as corrected by `no, Wednesday` or `not Tuesday, Wednesday`; null where that is not clear. */
export function corrected(fragment: Fragment, grammars: readonly Grammar[]): Statement | null {
  const { last } = fragment;
  const clause =
    notBut(fragment, grammars) ?? (fragment.marked ? substituted(fragment, grammars) : null);
  if (clause === null || clause === last.clause) return null;
  const sentence = { text: clause, asks: false };
  const found = statementsOf({ sentence, said: last.said, before: null }, last.grammar);
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

function notBut({ last, text, said }: Fragment, grammars: readonly Grammar[]): string | null {
  for (const grammar of grammars) {
    for (const pattern of grammar.notButs) {
      const { old = "", new: next = "" } = (pattern.exec(said) ?? pattern.exec(text))?.groups ?? {};
      const at = old === "" ? -1 : last.clause.toLowerCase().indexOf(old.toLowerCase());
      if (at >= 0 && next !== "")
        return last.clause.slice(0, at) + next + last.clause.slice(at + old.length);
    }
  }
  return null;
}

function substituted({ last, text }: Fragment, grammars: readonly Grammar[]): string | null {
  if (text === "" || text.split(" ").length > 5) return null;
  return byDay({ last, text }, grammars) ?? byShape(last.clause, text);
}

function byDay(
  { last, text }: Pick<Fragment, "last" | "text">,
  grammars: readonly Grammar[],
): string | null {
  for (const grammar of grammars) {
    const sameWeek = text.length <= 24 ? withDay(last, text, grammar) : null;
    if (sameWeek !== null) return sameWeek;
    const now = grammar.findDay(text, last.said);
    const then = last.grammar.findDay(last.clause, last.said);
    if (now === null || then === null) continue;
    const words = text.slice(now.from, now.to);
    if (text.length - words.length > 8) continue;
    return last.clause.slice(0, then.from) + words + last.clause.slice(then.to);
  }
  return null;
}

const shapes: readonly RegExp[] = [
  /(?<![\p{L}\p{N}:.])\d{1,2}[:.h]\d\d(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}:.])\d+(?:[.,]\d+)?(?![\p{L}\p{N}:])/gu,
  /(?<!^)(?<=[\p{L}\p{N}][,']? ?)(?<![\p{L}])\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?/gu,
];

/** One time for one time, one number for one number, one name for one name. */
function byShape(clause: string, text: string): string | null {
  for (const shape of shapes) {
    const now = [...`x ${text}`.matchAll(shape)];
    const then = [...clause.matchAll(shape)];
    const [to] = now;
    const [from] = then;
    if (now.length !== 1 || then.length !== 1 || to === undefined || from === undefined) continue;
    return clause.slice(0, from.index) + to[0] + clause.slice(from.index + from[0].length);
  }
  return null;
}
