/** What a sentence is about. */
export interface PhraseValues {
  /** A memory, or what was said, in the person's words. */
  readonly text?: string;
  readonly count?: number;
}

/** A sentence; `{text}` stands for the words it is about. */
type Sentence = string;

/** Everything that Loci says aloud by itself, in one language. */
export interface Phrases {
  /** Was not understood. */
  readonly sorry: Sentence;
  /** The model takes its time. */
  readonly one_moment: Sentence;
  /** The model does not answer, but what was said is kept. */
  readonly model_trouble: Sentence;
  /** Anything else went wrong with what was said. */
  readonly failed: Sentence;
  /** The memories could not be looked at in time. */
  readonly memory_slow: Sentence;
  readonly cannot_hear: Sentence;
  /** The microphone works again. */
  readonly hears_again: Sentence;
  readonly transcriber_gone: Sentence;
  /** Another voice steps in. */
  readonly voice_gone: Sentence;
  readonly wake_gone: Sentence;
  readonly disk_full: Sentence;
  /** Nothing is kept, as the settings want it. */
  readonly memory_off: Sentence;
  readonly nothing_to_take_back: Sentence;
  readonly forgotten: Sentence;
  /** A memory that was changed meanwhile. */
  readonly changed_and_stays: Sentence;
  /** Asks whether to save what was not said in these words. */
  readonly nothing_forgotten: Sentence;
  readonly nothing_to_repeat: Sentence;
  /** The conversation has ended: so many memories came of it, `count`. */
  readonly kept: PluralForms;
  readonly nothing_new: Sentence;
  /** It waits on disk. */
  readonly kept_for_later: Sentence;
  /** It listens, after a start or its name. */
  readonly ready: Sentence;
  /** Before a memory that is to be brought up. */
  readonly reminder: Sentence;
  readonly help: Sentence;
}

export type PhraseName = keyof Phrases;

/** How a language words a number of things; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** What the offline model says in its own words. */
export interface Replies {
  /** Before a place such as `topics/cooking.md:14`. */
  readonly noted: string;
  /** Aloud, before the words themselves: who hears them hears what was misheard. */
  readonly notedWords: string;
  readonly known: string;
  readonly notSaved: string;
  /** What is to be saved was not heard clearly. */
  readonly unclear: string;
  /** Nothing followed "remember that". */
  readonly whatToRemember: string;
  readonly cannotSave: string;
  readonly nothing: string;
  /** After it, before a line that is near what was asked but may not answer it. */
  readonly nearest: string;
  /** Before a statement that becomes memory when the conversation ends. */
  readonly willKeep: string;
  /** For a statement of which nothing is kept: it promises nothing. */
  readonly allRight: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly forget: string;
  /** Around what the person said in this conversation. */
  readonly saidNow: (words: string) => string;
  /** The language asked for is spoken from now on. */
  readonly speaking: string;
  /** So many memories there are. */
  readonly holds: (count: number) => string;
  readonly more: (count: number) => string;
}
