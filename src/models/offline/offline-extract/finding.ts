import type { Concept, ConceptName } from "./concepts.ts";

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
