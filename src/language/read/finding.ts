import { type Concept, type ConceptName, concepts } from "../grammar/concepts.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { capital } from "../text/letters.ts";

/** One statement, recognised in one clause. */
export interface Finding {
  readonly concept: ConceptName;
  readonly worth: Concept;
  readonly text: string;
  readonly key: string;
  /** What is said of the subject, in the person's words. */
  readonly object: string;
  /** Whom or what it is about, as the beginning of a key: '' for the person. */
  readonly subject: string;
  /** The subject in words, for a pronoun in the next sentence. */
  readonly subjectText: string;
  /** It says that something is no more. */
  readonly ended: boolean;
  /** Who speaks or is spoken of. */
  readonly person: "i" | "we" | "he" | "none";
}

/** Nothing said, or something that only the sentence before explains. */
export function isEmpty(object: string, grammar: Grammar): boolean {
  return !/[\p{L}\p{N}]/u.test(object) || grammar.dangling.test(object);
}

/** The finding, at least this important. */
export function atLeast(finding: Finding, importance: number): Finding {
  const { worth } = finding;
  return { ...finding, worth: { ...worth, importance: Math.max(importance, worth.importance) } };
}

/** A finding about the person, in their own words. */
export function plainFinding(concept: ConceptName, text: string, object: string): Finding {
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
