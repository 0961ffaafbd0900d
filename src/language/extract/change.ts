import { featuresOf, marksOf } from "../gate/features.ts";
import { createScore } from "../gate/linear.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { Clause } from "../read/recognise.ts";
import { asNote, inOwnWords } from "../read/statements.ts";
import { weights } from "./change-weights.ts";
import type { Draft } from "./replaces.ts";

/** A sentence in the person's own words, and how sure it is that it changes something, in log-odds. */
export interface Change extends Draft {
  readonly sureness: number;
  readonly grammars: readonly Grammar[];
}

/** A sentence as what may change something that is known; `grammar` is the language that it is most likely in. */
export function readChange(
  clause: Clause,
  grammars: readonly Grammar[],
  grammar: Grammar,
): Omit<Change, "sources" | "corrects" | "sentence"> {
  const { text, said } = clause;
  // "They've moved the dentist": who they are does not matter, where it is known of whom the line is.
  const statement = inOwnWords(clause, grammar) ?? asNote(text, said, grammar, 0.5);
  return { ...statement, grammar, said, grammars, sureness: changeOf(text, grammar) };
}

/**
 * How sure it is that a sentence says that something is not, or is no more, as it was thought, in log-odds: the sentence
 * as a whole, or its surest clause.
 */
function changeOf(text: string, grammar: Grammar): number {
  const clauses = text.split(/[,;:] /u).filter((clause) => clause.split(" ").length >= fewestWords);
  return Math.max(
    ...[text, ...clauses.slice(0, maxClauses)].map((part) => surenessOf(part, grammar)),
  );
}

const fewestWords = 3;
const maxClauses = 4;

const surenessOf = (text: string, grammar: Grammar): number =>
  score(featuresOf(text, marksOf(text, grammar)));

const score = createScore(weights);
