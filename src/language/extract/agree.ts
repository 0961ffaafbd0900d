import type { SaidMessage } from "../../models/task.ts";
import { concepts } from "../grammar/concepts.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { isEmpty } from "../read/finding.ts";
import { withDate } from "../read/plan.ts";
import { sentencesOf } from "../read/sentences.ts";
import { asNote, type Statement, statementsOf, stripped, verbSecond } from "../read/statements.ts";
import { capital } from "../text/letters.ts";

/** What the assistant said and how the person answered. */
export interface Exchange {
  readonly proposal: SaidMessage;
  readonly answer: SaidMessage;
  /** The first sentence of the answer. */
  readonly text: string;
}

/** What an answer agreed to, and its language. */
export interface Agreed {
  readonly statement: Statement;
  readonly grammar: Grammar;
}

/** The one thing that the assistant proposed, where the person clearly says yes to it. */
export function agreedTo(
  { proposal, answer, text }: Exchange,
  grammars: readonly Grammar[],
): Agreed | null {
  const clearly = grammars.some((g) => g.marks.agree.test(text));
  const merely = grammars.some((g) => g.marks.yes.test(text)) && text.split(" ").length <= 3;
  if ((!clearly && !merely) || grammars.some((g) => g.marks.but.test(answer.content))) return null;
  const sentences = sentencesOf(proposal.content);
  const proposed = sentences.flatMap((sentence) => {
    const found = readProposal(sentence.text, proposal, grammars);
    return found === null
      ? []
      : [{ found, asks: sentence.asks, last: sentence === sentences.at(-1) }];
  });
  const [only] = proposed;
  if (proposed.length !== 1 || only === undefined) return null;
  return clearly || (only.asks && only.last) ? only.found : null;
}

function readProposal(
  said: string,
  { date }: SaidMessage,
  grammars: readonly Grammar[],
): Agreed | null {
  for (const grammar of grammars) {
    const read = readIn(said, date, grammar);
    if (read !== undefined) return read && { statement: read, grammar };
  }
  return null;
}

/** What is proposed in one language; null: nothing that can be kept, undefined: it is not in that language. */
function readIn(said: string, date: string, grammar: Grammar): Statement | null | undefined {
  const { propose, offer, pointing } = grammar.marks;
  const text = propose.test(said) || offer.test(said) ? said : stripped(said, grammar);
  const offering = offer.exec(text)?.[0];
  if (offering !== undefined) return offered(text.slice(offering.length).trim(), date, grammar);
  const rest = proposed(text, grammar);
  if (rest.split(" ").length < 2 || isEmpty(rest, grammar)) return undefined;
  return pointing.test(rest) ? null : decided(rest, date, grammar); // Else understood only with what stood before.
}

/** What follows the words that propose it; '' where none do. */
function proposed(text: string, grammar: Grammar): string {
  const opening = grammar.marks.propose.exec(text)?.[0];
  if (opening === undefined) return "";
  return text
    .slice(opening.length)
    .trim()
    .replace(/^[,:] ?/u, "");
}

function offered(text: string, said: string, grammar: Grammar): Statement | null {
  if (text.split(" ").length < 2) return null;
  const plain = grammar.rules.verbFinal ? verbSecond(text.replace(/^du(?= )/u, "ich")) : text;
  const own = grammar.rules.youToI.reduce(
    (rest, [you, i]) => rest.replace(new RegExp(`(?<![\\p{L}])(?:${you})(?![\\p{L}])`, "giu"), i),
    plain,
  );
  if (isEmpty(own, grammar)) return null;
  const [found] = statementsOf(
    { sentence: { text: own, asks: false }, said, before: null },
    grammar,
  );
  return found ?? asNote(own, said, grammar);
}

function decided(text: string, said: string, grammar: Grammar): Statement {
  const note = asNote(text, said, grammar);
  const day = grammar.findDay(text, said);
  const worth = day !== null && day.iso > said ? concepts.plan : concepts.decision;
  const written = capital(withDate(text, said, grammar, "decision"));
  return { clause: text, finding: { ...note.finding, concept: "decision", worth, text: written } };
}
