import { type CompiledRow, casedText } from "../grammar/compile.ts";
import { type Concept, type ConceptName, concepts } from "../grammar/concepts.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { capital } from "../text/letters.ts";
import { type Finding, isEmpty, plainFinding } from "./finding.ts";
import { readPlan } from "./plan.ts";
import { type ResolvedClause, withSubject } from "./pronoun.ts";
import { readFavourite, readOwned } from "./slots.ts";
import { readName, readSubject, type Subject, slug } from "./subject.ts";
import { readPlace, readRegular, readSettled, readThing } from "./things.ts";

/** A clause and what is known around it. */
export interface Clause {
  readonly text: string;
  /** `YYYY-MM-DD`: when it was said. */
  readonly said: string;
  /** Whom a pronoun means: the subject of the sentence before. */
  readonly before: Finding | null;
}

/** What one clause states, if it is something worth keeping. */
export function recognise(clause: Clause, grammar: Grammar): Finding | null {
  const { text } = clause;
  if (grammar.marks.hypothetical.test(text)) return null;
  if (grammar.marks.reported.test(text)) return null;
  const found = recogniseOrdered(clause, grammar) ?? recogniseReordered(clause, grammar);
  if (found === null || isMomentary(found, clause, grammar)) return null;
  return found.ended || !grammar.marks.noMore.test(text) ? found : { ...found, ended: true };
}

function recogniseOrdered(clause: Clause, grammar: Grammar): Finding | null {
  const { text } = clause;
  const resolved = withSubject(clause, grammar);
  const third = readThird(resolved, grammar);
  return (
    readOwned(resolved.text, grammar) ??
    readFavourite(text, grammar) ??
    readPlace(text, clause.said, grammar) ??
    readRow(text, grammar) ??
    readEnded(clause, grammar) ??
    readHabit(text, grammar) ??
    (third?.concept === "birthday" ? third : null) ??
    readPlan({ text: resolved.text, said: clause.said }, grammar) ??
    third ??
    readThing(text, grammar) ??
    readRegular(text, grammar) ??
    readSettled(text, grammar)
  );
}

/** The same in the order of words that the rules know; the person's own order is kept where nothing is rewritten. */
function recogniseReordered(clause: Clause, grammar: Grammar): Finding | null {
  for (const { pattern, order } of grammar.reordered) {
    if (!pattern.test(clause.text)) continue;
    const small = clause.text.charAt(0).toLowerCase() + clause.text.slice(1);
    const text = small.replace(pattern, order).trim();
    const found = recogniseOrdered({ ...clause, text }, grammar);
    if (found === null) continue;
    if (found.concept === "plan" && digitsOf(found.text).length > digitsOf(text).length)
      return found;
    const lost = found.text === capital(text) || digitsOf(found.text) !== digitsOf(text);
    return lost ? { ...found, text: capital(clause.text) } : found;
  }
  return null;
}

const digitsOf = (text: string): string => text.replace(/\D/gu, "").slice(0, 20);

/** A taste or a choice of today, or of one day. */
function isMomentary({ concept, worth }: Finding, { text, said }: Clause, grammar: Grammar) {
  if (worth.kind !== "preference") return false;
  if (grammar.marks.temporary.test(text)) return true;
  if (concept !== "prefer" || said === "" || grammar.recurring.test(text)) return false;
  return grammar.findDay(text, said) !== null;
}

/** The line of a memory as the rules would have written it, to compare it with what is said. */
export function recogniseWritten(text: string, grammar: Grammar): Finding | null {
  const cased = casedText(text);
  for (const row of grammar.rows) {
    const object = row.written?.take(cased)?.o;
    if (object !== undefined)
      return finish(row, { object, clause: text, subject: null, person: "i" }, grammar);
  }
  return recognise({ text, said: "", before: null }, grammar);
}

interface Said {
  readonly object: string;
  readonly clause: string;
  readonly subject: Subject | null;
  readonly person: Finding["person"];
}

function readRow(text: string, grammar: Grammar): Finding | null {
  const cased = casedText(text);
  for (const row of grammar.rows) {
    for (const person of ["i", "we"] as const) {
      const { o: object, thing } = row[person]?.take(cased) ?? {};
      if (object === undefined) continue;
      const found =
        thing === undefined
          ? finish(row, { object, clause: text, subject: null, person }, grammar)
          : ofThing(row, { thing, object, text }, grammar);
      if (found !== null) return found;
    }
  }
  return null;
}

interface Thing {
  readonly thing: string;
  readonly object: string;
  readonly text: string;
}

/** Said of a thing, or of a person by their role: `the bakery is called …`. */
function ofThing(
  row: CompiledRow,
  { thing, object, text }: Thing,
  grammar: Grammar,
): Finding | null {
  const noun = thing.split(" ").at(-1) ?? "";
  if (grammar.relations.slotOf(noun) !== "" || grammar.passing.test(thing)) return null;
  const key = grammar.nouns.slotOf(thing) || slug(thing);
  const end = text.toLowerCase().indexOf(thing.toLowerCase()) + thing.length;
  const subject = { text: text.slice(0, end), key, rest: "" };
  return finish(row, { object, clause: text, subject, person: "none" }, grammar);
}

function readThird(resolved: ResolvedClause, grammar: Grammar): Finding | null {
  const subject = resolved.subject ?? readSubject(resolved.text, grammar);
  return subject === null ? null : ofSubject(subject, resolved.text, grammar);
}

function ofSubject(subject: Subject, clause: string, grammar: Grammar): Finding | null {
  const cased = casedText(subject.rest);
  for (const row of grammar.rows) {
    const object = row.he?.take(cased)?.o;
    if (object === undefined) continue;
    const found = finish(row, { object, clause, subject, person: "he" }, grammar);
    if (found !== null) return found;
  }
  const rest = withoutNoMore(subject.rest);
  if (rest !== subject.rest) return ofSubject({ ...subject, rest }, clause, grammar);
  return habitOf(subject, clause, grammar);
}

/** `no longer works at …` as `works at …`: what was so; the clause itself says that it is no more. */
function withoutNoMore(rest: string): string {
  return rest
    .replace(/^(?:no longer|ja no|ya no|já não) /iu, "")
    .replace(/^doesn't (\p{L}+) (.+) any ?more$/iu, "$1s $2")
    .replace(/^n(?:e |')(\S+) plus /iu, "$1 ")
    .replace(/(?<=^\p{L}+ (?:.{1,80} )?)nicht mehr ?/iu, "");
}

/** `my mother visits us every August`: a person, a verb of daily life, and how often. */
function habitOf(subject: Subject, clause: string, grammar: Grammar): Finding | null {
  const { rest, key, text } = subject;
  const { left, right, o = "" } = grammar.habitOfOthers.exec(rest)?.groups ?? {};
  if (isEmpty(o, grammar) || grammar.marks.temporary.test(rest)) return null;
  if (left === undefined && right === undefined && !grammar.recurring.test(rest)) return null;
  const worth = { ...concepts.habit, bank: "Relationships" };
  const finding = plainFinding("habit", clause, o);
  return { ...finding, worth, subject: key, subjectText: text, person: "he" };
}

function finish(row: CompiledRow, said: Said, grammar: Grammar): Finding | null {
  const { object, subject, person } = said;
  if (isEmpty(object, grammar) || !fits(row.concept, object, grammar)) return null;
  const own =
    person !== "i" ||
    row.write === "=" ||
    grammar.mine.test(object) ||
    grammar.secondVerb.test(object);
  const worth: Concept = concepts[row.concept];
  return {
    concept: row.concept,
    worth:
      person === "he" && worth.bank === "Personal" ? { ...worth, bank: "Relationships" } : worth,
    text: own ? capital(said.clause) : capital(written(row.write, object)),
    key: keyOf(row.concept, object, subject?.key ?? ""),
    object,
    ...subjectAfter(row.concept, said, grammar),
    ended: false,
    person,
  };
}

/** Whom a pronoun in the next clause means, by name where this clause gave it. */
function subjectAfter(
  concept: ConceptName,
  { object, subject }: Said,
  grammar: Grammar,
): Pick<Finding, "subject" | "subjectText"> {
  if (subject === null) return { subject: "", subjectText: "" };
  const bare = object.replace(grammar.nameArticle, "");
  const name = isNamed(concept) ? readName(bare, grammar.words) : "";
  return name === "" || name !== bare
    ? { subject: subject.key, subjectText: subject.text }
    : { subject: slug(name), subjectText: `${subject.text} ${name}` };
}

const isNamed = (concept: ConceptName): boolean => concept === "called" || concept === "named";

function written(write: string, object: string): string {
  return write.includes("…") ? write.replace("…", () => object) : `${write} ${object}`;
}

function fits(concept: ConceptName, object: string, grammar: Grammar): boolean {
  if (concept === "named") return isName(object.replace(article, ""), grammar);
  if (concept === "name" || concept === "called") return isName(object, grammar);
  if (concept === "reading")
    return /^(?:the |la |el |les |l'|die |der |das |o |a )?[\p{Lu}\p{N}"«„“]/u.test(object);
  if (concept === "stay") return /(?<!^)\p{Lu}/u.test(object);
  if (concept === "age") return /\p{N}|^\p{L}+/u.test(object);
  return true;
}

const article =
  /^(?:[Tt]he|[Ll]a|[Ll]e|[Ee]l|[Ll]es|[Ll]os|[Ll]as|[Dd]ie|[Dd]er|[Dd]as|[OoAa]|[Zz]um|[Zz]ur) (?=\p{Lu})|^[Ll]'(?=\p{Lu})/u;

function isName(object: string, grammar: Grammar): boolean {
  const bare = object.replace(grammar.nameArticle, "");
  const name = readName(bare, grammar.words);
  return name !== "" && bare.split(" ").length <= 4;
}

function keyOf(concept: ConceptName, object: string, subject: string): string {
  const { key } = concepts[concept];
  if (key === "") return "";
  if (key === "home_city" && !/^(?:l'|la |el |a |o )?\p{Lu}/u.test(object)) return "";
  return subject === "" ? key : `${subject}_${key}`;
}

function readEnded(clause: Clause, grammar: Grammar): Finding | null {
  for (const { pattern, inner, write } of grammar.ended) {
    const match = pattern.exec(clause.text);
    if (match === null) continue;
    const statement = inner.replace(/\$(\d)/gu, (_, n: string) => match[Number(n)] ?? "");
    const found = readRow(statement, grammar) ?? readHabit(statement, grammar, true);
    if (found === null) continue;
    const rewritten = found.text.charAt(0).toLowerCase() + found.text.slice(1);
    const own = write === "" || found.person !== "i" || grammar.mine.test(found.object);
    return { ...found, ended: true, text: own ? capital(clause.text) : `${write} ${rewritten}` };
  }
  return null;
}

/** `we always use …`: a verb of daily life with a word that makes it a habit. */
function readHabit(text: string, grammar: Grammar, always = false): Finding | null {
  const { left, right, verb = "", o = "" } = grammar.habit.exec(text)?.groups ?? {};
  if (verb === "" || isEmpty(o, grammar)) return null;
  const cued = always || left !== undefined || right !== undefined || grammar.recurring.test(text);
  if (!cued || grammar.marks.temporary.test(text)) return null;
  const third = grammar.habitOf(verb);
  const own =
    third === "" ||
    grammar.mine.test(o) ||
    /^(?:we|nous|on|wir|nosotros|nosaltres|nós) /iu.test(text);
  const rewritten = `${left ?? ""}${third} ${right ?? ""}${o}`;
  return { ...plainFinding("habit", text, o), text: capital(own ? text : rewritten) };
}
