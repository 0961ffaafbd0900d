import type { Grammar } from "../grammar/grammar.ts";
import type { Finding } from "./finding.ts";
import type { Clause } from "./recognise.ts";
import { readName, readSubject, type Subject, slug } from "./subject.ts";

/** A clause, and whom it is about where a pronoun said so. */
export interface ResolvedClause {
  readonly text: string;
  readonly subject: Subject | null;
}

/** The clause with whom it is about in the place of a pronoun. */
export function withSubject({ text, before }: Clause, grammar: Grammar): ResolvedClause {
  if (before === null || before.subjectText === "") return { text, subject: null };
  const { subject: key, subjectText } = before;
  const pronoun = grammar.pronouns.exec(text)?.[0];
  if (pronoun !== undefined) {
    const rest = text
      .slice(pronoun.length)
      .trim()
      .replace(/^'s (?=got|moved|been|just)/u, "has ")
      .replace(/^'s /u, "is ");
    return { text: `${subjectText} ${rest}`, subject: { text: subjectText, key, rest } };
  }
  const match = grammar.possessed?.exec(text) ?? null;
  const { rel = "" } = match?.groups ?? {};
  if (match === null || (before.concept === "called" && isNaming(rel, grammar)))
    return { text, subject: null };
  const write = grammar.rules.possessed?.[1] ?? "";
  const name = subjectText.split(" ").at(-1) ?? "";
  const isSlot = grammar.relations.slotOf(rel) === "";
  if (write.includes("{name}") && slug(name) !== key) return { text, subject: null };
  const owned = write
    .replace("{owner}", () => (isSlot && slug(name) === key ? name : subjectText))
    .replace("{name}", () => name)
    .replace("{rel}", () => rel);
  const rest = text.slice(match[0].length).trim();
  const slot = grammar.relations.slotOf(rel) || slug(rel);
  return { text: `${owned} ${rest}`, subject: { text: owned, key: `${key}_${slot}`, rest } };
}

const isNaming = (slot: string, grammar: Grammar): boolean => grammar.slots.slotOf(slot) === "name";

/** Whom a pronoun means after a clause: the one it is about; none where it names a person the rules did not recognise. */
export function antecedent(
  { text, before }: Pick<Clause, "text" | "before">,
  stated: Finding | null,
  grammar: Grammar,
): Finding | null {
  if (stated !== null && stated.subjectText !== "") return stated;
  return namesPerson(text, grammar) ? null : before;
}

const inner = /(?<=[\p{L}\p{N}][,']? )\p{Lu}\p{Ll}[\p{L}·-]*/gu;

/** A person by name or by what they are to the user; a capital letter is enough to be unsure. */
function namesPerson(text: string, grammar: Grammar): boolean {
  if (readSubject(text, grammar) !== null || grammar.kin.test(text)) return true;
  if (grammar.rules.verbFinal) return false; // Nouns have a capital: no sign of a name.
  return (text.match(inner) ?? []).some((word) => readName(word, grammar.words) !== "");
}
