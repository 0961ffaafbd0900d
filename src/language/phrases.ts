import type { en } from "./en.ts";

/** What a sentence is about. */
export interface PhraseValues {
  /** A memory, or what was said, in the person's words. */
  readonly text?: string;
  readonly count?: number;
}

/** A sentence that Loci says aloud by itself: English has them all, and tells what they are for. */
export type PhraseName = keyof typeof en.phrases;

/** Everything that Loci says aloud by itself, in one language; `{text}` stands for the words it is about. */
export type Phrases = Readonly<Record<Exclude<PhraseName, "kept">, string>> & {
  readonly kept: PluralForms;
};

/** How a language words a number of things; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** What the offline model says in its own words; in English it is told what for. */
export type Replies = Readonly<typeof en.replies>;
