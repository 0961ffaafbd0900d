import type { en } from "./en.ts";

/** What a sentence is about. */
export interface PhraseValues {
  /** A memory, or what was said, in the person's words. */
  readonly text?: string;
  readonly count?: number;
}

/** A sentence that Loci says by itself: English has them all, and tells what they are for. */
export type PhraseName = keyof typeof en.phrases;

/** All of them in one language. */
export type Phrases = {
  readonly [name in PhraseName]: (typeof en.phrases)[name] extends string ? string : PluralForms;
};

/** How a language words a number of things; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
