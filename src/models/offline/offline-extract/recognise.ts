import { type CompiledRow, capital } from "./compile.ts";
import { type Concept, type ConceptName, concepts, slotConcepts } from "./concepts.ts";
import type { Finding } from "./finding.ts";
import type { Grammar } from "./grammar.ts";
import { readPlan } from "./plan.ts";
import { readName, readSubject, type Subject, slug } from "./subject.ts";

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
  const found =
    readOwned(text, grammar) ??
    readFavourite(text, grammar) ??
    readPlace(text, grammar) ??
    readRow(text, grammar) ??
    readEnded(clause, grammar) ??
    readHabit(text, grammar) ??
    readPlan(clause, grammar) ??
    readThird(clause, grammar) ??
    readRegular(text, grammar);
  if (found === null || (found.worth.kind === "preference" && isPassing(text, grammar)))
    return null;
  return found;
}

/** The line of a memory as the rules would have written it, to compare it with what is said. */
export function recogniseWritten(text: string, grammar: Grammar): Finding | null {
  for (const row of grammar.rows) {
    const object = row.written?.exec(text)?.groups?.o;
    if (object !== undefined)
      return finish(row, { object, clause: text, subject: null, person: "i" }, grammar);
  }
  return recognise({ text, said: "", before: null }, grammar);
}

function isPassing(text: string, grammar: Grammar): boolean {
  return grammar.marks.temporary.test(text);
}

interface Said {
  readonly object: string;
  readonly clause: string;
  readonly subject: Subject | null;
  readonly person: Finding["person"];
}

function readRow(text: string, grammar: Grammar): Finding | null {
  for (const row of grammar.rows) {
    for (const person of ["i", "we"] as const) {
      const object = row[person]?.exec(text)?.groups?.o;
      if (object === undefined) continue;
      const found = finish(row, { object, clause: text, subject: null, person }, grammar);
      if (found !== null) return found;
    }
  }
  return null;
}

function readThird({ text, before }: Clause, grammar: Grammar): Finding | null {
  const pronoun = grammar.pronouns.exec(text)?.[0];
  if (pronoun !== undefined) {
    if (before === null || before.subjectText === "") return null;
    const rest = text.slice(pronoun.length).trim();
    const subject = { text: before.subjectText, key: before.subject, rest };
    return ofSubject(subject, `${before.subjectText} ${rest}`, grammar);
  }
  const subject = readSubject(text, grammar);
  return subject === null ? null : ofSubject(subject, text, grammar);
}

function ofSubject(subject: Subject, clause: string, grammar: Grammar): Finding | null {
  for (const row of grammar.rows) {
    const object = row.he?.exec(subject.rest)?.groups?.o;
    if (object === undefined) continue;
    const found = finish(row, { object, clause, subject, person: "he" }, grammar);
    if (found !== null) return found;
  }
  return null;
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
    subject: subject?.key ?? "",
    subjectText: subject?.text ?? "",
    ended: false,
    person,
  };
}

function written(write: string, object: string): string {
  return write.includes("…") ? write.replace("…", () => object) : `${write} ${object}`;
}

/** Nothing said, or something that only the sentence before explains. */
export function isEmpty(object: string, grammar: Grammar): boolean {
  return !/[\p{L}\p{N}]/u.test(object) || grammar.dangling.test(object);
}

function fits(concept: ConceptName, object: string, grammar: Grammar): boolean {
  if (concept === "name" || concept === "called") return isName(object, grammar);
  if (concept === "age") return /\p{N}|^\p{L}+/u.test(object);
  return true;
}

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

function readOwned(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.owned) {
    const found = readOwnedBy(pattern, text, grammar);
    if (found !== null) return found;
  }
  return null;
}

function readOwnedBy(pattern: RegExp, text: string, grammar: Grammar): Finding | null {
  const { slot = "", owner, rel = "", o = "" } = pattern.exec(text)?.groups ?? {};
  if (slot === "" || isEmpty(o, grammar)) return null;
  const name = owner === undefined ? "" : readName(owner, grammar.words);
  if (owner !== undefined && name === "") return null;
  const subject = name === "" ? grammar.relations.slotOf(rel) : slug(name);
  const secret = grammar.secrets.slotOf(slot);
  const key = secret || grammar.slots.slotOf(slot);
  if (secret === "" && !isValue(key, o)) return null;
  const isOthers = subject !== "";
  return {
    concept: secret ? "secret" : "slot",
    worth: worthOfSlot(secret, key, isOthers),
    text: capital(text),
    key: isOthers ? `${subject}_${key}` : key,
    object: o,
    subject,
    subjectText: name,
    ended: false,
    person: isOthers ? "he" : "i",
  };
}

function worthOfSlot(secret: string, key: string, isOthers: boolean): Concept {
  if (secret) return concepts.secret;
  const worth: Concept = { ...concepts.slot, ...slotConcepts[key] };
  return isOthers ? { ...worth, bank: "Relationships" } : worth;
}

const people =
  /^(?:name|boss|doctor|dentist|vet|plumber|electrician|hairdresser|physio|lawyer|accountant|babysitter|landlord|teacher|therapist)$/u;

/** A thing is what it is by a name, a number or a noun with its article; `my car is dirty` is no such thing. */
function isValue(key: string, object: string): boolean {
  if (people.test(key)) return /^(?:la |el |en |na |o |a )?\p{Lu}/u.test(object);
  if (!/^(?:car|bike|home|pet|team|school|employer|job)$/u.test(key)) return true;
  return /^(?:an? |the |un[ae]? |el |la |les? |uma? |eine? |der |die |das |[\p{Lu}\p{N}])/u.test(
    object,
  );
}

function readFavourite(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.favourite) {
    const { noun = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (noun === "" || isEmpty(o, grammar)) continue;
    return {
      ...plain("favourite", text, o),
      key: `favourite_${grammar.nouns.slotOf(noun) || slug(noun)}`,
      worth: { ...concepts.favourite, bank: "Interests" },
    };
  }
  return null;
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
  return { ...plain("habit", text, o), text: capital(own ? text : rewritten) };
}

function readPlace(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.places) {
    const { thing = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (thing === "" || isEmpty(o, grammar) || grammar.passing.test(thing)) continue;
    if (isPassing(text, grammar)) return null;
    const noun = grammar.nouns.slotOf(thing) || slug(thing);
    return { ...plain("place", text, o), key: `${noun}_place`, person: "none" };
  }
  return null;
}

/** `the library opens at ten on Saturdays`: a thing, what it does, and how often or how much. */
function readRegular(text: string, grammar: Grammar): Finding | null {
  if (isPassing(text, grammar) || grammar.plan.past.test(text)) return null;
  const regular = grammar.regular.test(text) && grammar.recurring.test(text);
  const measured = grammar.measures.test(text) && /\p{N}/u.test(text);
  return regular || measured ? { ...plain("thing", text, text), person: "none" } : null;
}

function plain(concept: ConceptName, text: string, object: string): Finding {
  return {
    concept,
    worth: concepts[concept],
    text: capital(text),
    key: "",
    object,
    subject: "",
    subjectText: "",
    ended: false,
    person: "i",
  };
}
