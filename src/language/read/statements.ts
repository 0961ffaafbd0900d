import { asksOf } from "../gate/asks.ts";
import { isWorthKeeping, worthOf } from "../gate/gate.ts";
import { concepts } from "../grammar/concepts.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { capital } from "../text/letters.ts";
import { contentOf } from "./content.ts";
import { atLeast, type Finding, isEmpty, plainFinding } from "./finding.ts";
import { isOfNobody, withDate } from "./plan.ts";
import { antecedent, withSubject } from "./pronoun.ts";
import { type Clause, recognise } from "./recognise.ts";
import type { Sentence } from "./sentences.ts";
import { readSubject } from "./subject.ts";

/** A finding and the clause that says it. */
export interface Statement {
  readonly finding: Finding;
  readonly clause: string;
}

/** A sentence, when it was said, and what the one before it stated. */
export interface Spoken {
  readonly sentence: Sentence;
  readonly said: string;
  readonly before: Finding | null;
}

/** What a sentence states in this language. */
export function statementsOf(
  { sentence, ...heard }: Spoken,
  grammar: Grammar,
): readonly Statement[] {
  const text = stripped(sentence.text, grammar);
  const wish = wished(text, grammar);
  if (wish !== "") return explicit({ text: wish, ...heard }, grammar);
  const stated =
    sentence.asks || grammar.marks.question.test(text)
      ? beforeQuestion(text, grammar)
      : asksOf(text, grammar) > surelyAsks
        ? ""
        : text;
  if (stated === "" || grammar.marks.command.test(stated)) return [];
  const found = clausesOf({ text: stated, ...heard }, grammar);
  const kept =
    stated === text
      ? whole(found, { text: stated, said: heard.said }, grammar)
      : found.filter(({ finding }) => isFirm(finding));
  return kept.map((statement) => dated(statement, heard.said, grammar));
}

/** Log-odds from which on a sentence asks, whatever else it may state: 1 of 500 labelled facts. */
const surelyAsks = 1.2;

/** What the rules read, or the sentence in the person's own words where they leave out some of what it says. */
function whole(
  found: readonly Statement[],
  { text, said }: { readonly text: string; readonly said: string },
  grammar: Grammar,
): readonly Statement[] {
  const first = found.find(({ finding }) => finding.key !== "") ?? found[0];
  if (first === undefined || found.filter(({ finding }) => finding.key !== "").length > 1) {
    return found;
  }
  const rest = found.reduce((left, { clause }) => left.replace(clause, " "), text);
  const read = contentOf(found.map(({ finding }) => finding.text).join(" "), [grammar]);
  const missed = [...contentOf(rest, [grammar])].filter((word) => !read.has(word));
  const { temporary, hypothetical, reported, question } = grammar.marks;
  if (missed.length < fewestMissed || /:\s*$/u.test(rest)) return found;
  if ([temporary, hypothetical, reported, question].some((mark) => mark.test(rest))) return found;
  if (worthOf(rest, grammar) < minWorth || !isWorthKeeping(text, grammar)) return found;
  const isDated = datedConcepts.has(first.finding.concept);
  const written = isDated || said === "" ? text : withDate(text, said, grammar, "note");
  return [{ clause: text, finding: { ...first.finding, text: capital(written) } }];
}

/** Words that carry meaning, from which on something was left out. */
const fewestMissed = 2;
/** In log-odds: the gate sees less in half a sentence than in a whole one. */
const minWorth = -0.5;

/** A sentence without its fillers. */
export function stripped(text: string, grammar: Grammar): string {
  let rest = text.trim();
  for (let i = 0; i < 5; i++) {
    const filler = grammar.marks.fillers.exec(rest)?.[0];
    if (filler === undefined || filler === "") break;
    const tail = rest.slice(filler.length).replace(/^[ ,:…-]+/u, "");
    if (tail === "") break;
    rest = tail;
  }
  return rest
    .replace(grammar.marks.tails, "")
    .replace(/(?<![\s.,;:!…-])[\s.,;:!…-]+$/u, "")
    .replace(/^[¡¿\s]+/u, "");
}

function wished(text: string, grammar: Grammar): string {
  for (const pattern of grammar.remember) {
    const memory = pattern.exec(text)?.[1];
    if (memory !== undefined) return memory.trim();
  }
  return "";
}

/** Asked to be remembered: kept even where no rule knows it. */
function explicit(clause: Clause, grammar: Grammar): readonly Statement[] {
  const text = stripped(grammar.rules.verbFinal ? verbSecond(clause.text) : clause.text, grammar);
  if (isEmpty(text, grammar) || !text.includes(" ") || grammar.marks.question.test(text)) {
    return /[=:]/u.test(text) ? [asNote(text, clause.said, grammar)] : [];
  }
  const found = clausesOf({ ...clause, text }, grammar, true);
  if (found.length === 0) return isBare(text) ? [] : [asNote(text, clause.said, grammar)];
  return found.map((statement) => {
    const { finding } = dated(statement, clause.said, grammar);
    return { ...statement, finding: atLeast(finding, 0.8) };
  });
}

/** `the milk`: a thing, and nothing said of it. */
function isBare(text: string): boolean {
  return text.split(" ").length < 3 && !/\p{N}|[=:]/u.test(text);
}

/** The person's words as they are. */
export function asNote(text: string, said: string, grammar: Grammar, importance = 0.8): Statement {
  const finding: Finding = {
    ...plainFinding("note", text, text),
    worth: { ...concepts.note, importance },
    text: withDate(capital(text), said, grammar, "note"),
    person: "none",
  };
  return { finding, clause: text };
}

/** What no rule reads and the gate holds to be worth keeping, in the person's own words; null where the subject is unknown. */
export function worthwhile(clause: Clause, grammar: Grammar): Statement | null {
  if (clause.text.split(" ").length < fewestWords || !isWorthKeeping(clause.text, grammar))
    return null;
  if (asksOf(clause.text, grammar) > surelyAsks) return null;
  return inOwnWords(clause, grammar);
}

/** A sentence in the person's own words, a pronoun at its start resolved; null where its referent is unknown. */
export function inOwnWords(clause: Clause, grammar: Grammar): Statement | null {
  const { text, subject } = withSubject(clause, grammar);
  const isOfSomebody = grammar.pronouns.test(text) || grammar.possessed?.test(text) === true;
  if ((subject === null && isOfSomebody) || isOfNobody(clause, grammar)) return null;
  const note = asNote(text, clause.said, grammar, 0.5);
  if (subject === null) return note;
  const finding = { ...note.finding, subject: subject.key, subjectText: subject.text };
  return { ...note, finding };
}

/** With fewer the gate has too little to see. */
const fewestWords = 4;

/** `ich in Reus wohne` said as `ich wohne in Reus`. */
export function verbSecond(text: string): string {
  const subject =
    /^(?:ich|wir|er|sie|man|(?:(?:der|die|das|mein\p{Ll}*|unser\p{Ll}*) )?(?:\p{Ll}+ ){0,2}?\p{Lu}\S*(?: \p{Lu}\S+)?)(?= )/u.exec(
      text,
    )?.[0];
  const verb = / (\p{Ll}+)$/u.exec(text)?.[1];
  if (subject === undefined || verb === undefined || text.length < subject.length + verb.length + 3)
    return text;
  return `${subject} ${verb} ${text.slice(subject.length + 1, -verb.length - 1)}`;
}

/** The statement before a question in one sentence: `I'm vegetarian, what can I cook?` */
function beforeQuestion(text: string, grammar: Grammar): string {
  if (grammar.marks.question.test(text)) return "";
  for (const match of text.matchAll(grammar.connectors)) {
    const rest = text.slice(match.index + match[0].length);
    if (grammar.marks.question.test(rest)) return text.slice(0, match.index).trim();
  }
  return "";
}

/** Sure enough to be kept from a sentence that asks for something else. */
function isFirm({ concept, worth }: Finding): boolean {
  return (
    worth.importance >= 0.6 &&
    concept !== "plan" &&
    concept !== "discovery" &&
    concept !== "decision"
  );
}

const maxClauses = 12;

/** Clauses that stand on their own; with `all`, either every one is recognised or the whole is taken. */
function clausesOf(clause: Clause, grammar: Grammar, all = false): readonly Statement[] {
  const found: Statement[] = [];
  let { text, before } = clause;
  let missed = false;
  const take = (part: string) => {
    const finding = recognise({ ...clause, text: part, before }, grammar);
    if (finding === null) missed = true;
    else found.push({ finding, clause: part });
    before = antecedent({ text: part, before }, finding, grammar);
  };
  for (let i = 0; i < maxClauses; i++) {
    const cut = nextClause({ ...clause, text, before }, grammar);
    if (cut === null) break;
    take(cut.left);
    text = cut.right;
  }
  take(text);
  return all && missed && found.length > 0 ? [] : found;
}

interface Cut {
  readonly left: string;
  readonly right: string;
}

/** The first place where a clause ends and what follows states something by itself. */
function nextClause(clause: Clause, grammar: Grammar): Cut | null {
  let tries = 0;
  for (const match of clause.text.matchAll(grammar.connectors)) {
    if (++tries > maxClauses) return null;
    const left = clause.text.slice(0, match.index).trim();
    if (readSubject(left, grammar)?.rest === "") continue;
    const right = stripped(clause.text.slice(match.index + match[0].length), grammar);
    const whole = wished(right, grammar) || standing(clause, left, right, grammar);
    if (whole !== "") return { left: stripped(left, grammar), right: whole };
  }
  return null;
}

/** The right side as a statement of its own, with the subject it shares; '' where it is none. */
function standing(clause: Clause, left: string, right: string, grammar: Grammar): string {
  if (grammar.marks.hypothetical.test(right)) return "";
  const own = recognise({ ...clause, text: left }, grammar);
  const before = antecedent({ ...clause, text: left }, own, grammar);
  if (recognise({ ...clause, text: right, before }, grammar) !== null) return right;
  if (own === null) return "";
  if (before === null && isOfSomebody(right, own, clause, grammar)) return right;
  const { elided } = grammar.rules;
  const subject = own.subjectText !== "" ? `${own.subjectText} ` : own.person === "i" ? elided : "";
  if (subject === "" || / (?:to|zu) \S+$/u.test(left)) return "";
  const shared = recognise({ ...clause, text: subject + right }, grammar);
  return shared === null || shared.concept === "thing" ? "" : subject + right;
}

/** `and she lives in York` with an unknown subject: a clause of its own, and none to keep. */
function isOfSomebody(text: string, own: Finding, clause: Clause, grammar: Grammar): boolean {
  if (!grammar.pronouns.test(text)) return false;
  const unknown = { ...own, subject: "somebody", subjectText: "Somebody" };
  return recognise({ ...clause, text, before: unknown }, grammar) !== null;
}

const datedConcepts: ReadonlySet<string> = new Set([
  "decision",
  "event",
  "discovery",
  "moved",
  "employer",
]);

function dated(statement: Statement, said: string, grammar: Grammar): Statement {
  const { finding } = statement;
  if (!datedConcepts.has(finding.concept) || said === "") return statement;
  const about = finding.concept === "decision" ? "decision" : "event";
  return {
    ...statement,
    finding: { ...finding, text: withDate(finding.text, said, grammar, about) },
  };
}
