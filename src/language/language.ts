import type { CommandWords } from "./command-words.ts";
import type { Phrases, Replies } from "./phrases.ts";
import type { ClockWords, DayWords, StatementWords } from "./statements.ts";

/**
 * What one language says. All of it is data, and any part may be missing. `Words` are separated by spaces, `Forms` by ` | `, a `Pattern` is part of a regular expression; all but a
 * pattern may go over several lines. "Folded" means in small letters, without accents.
 */
export interface Language {
  /** Two letters (ISO 639-1). */
  readonly code: string;

  // Which language a text is in, or is asked for.
  /** Words so common in it, and so rare in its neighbours, that a few of them identify it. */
  readonly commonWords?: Words;
  /**
   * Endings of one to four letters that hardly any other of these languages has: four fifths and more of the words of
   * scripts/train/sentences that end so are of it; the commonest first.
   */
  readonly wordEndings?: Words;
  /** Common words that none of the other languages has; a word stands in one language only (tested). */
  readonly markerWords?: Words;
  /** How people ask for another language by itself; `NAME` is one. Words of politeness are those of the commands. */
  readonly languageRequest?: Forms;

  // Searching memory.
  /** Further words that say nothing of what a text is about: auxiliaries, and those with which people ask a memory. */
  readonly stopWords?: Words;
  /** Forms that no stemmer traces to their base: `go: went gone`, separated by `|` or a line break. */
  readonly irregularForms?: string;
  /** Letters with accents that people leave out. */
  readonly accents?: string;
  /** January to December, Monday to Sunday, one to twenty; other spellings after a comma, an underscore for a space. */
  readonly months?: Words;
  readonly weekdays?: Words;
  readonly numbers?: Words;
  /** Larger numbers, and parts and forms of numbers, each with its value behind it. Folded. */
  readonly moreNumbers?: Words;
  /** All nouns have a capital letter. */
  readonly capitalNouns?: true;
  /** How statements are read offline. */
  readonly statements?: StatementWords;
  readonly days?: DayWords;
  readonly clock?: ClockWords;
  /** The word before what a memory said before it changed. */
  readonly before?: string;
  /** A question for a point or a length of time, folded. */
  readonly asksWhen?: Pattern;
  /** Words that place something in time, beside months and weekdays; folded. */
  readonly timeWords?: Words;
  /** Words with which people ask a memory ("tell", "kind"), and which it hardly ever holds, folded. */
  readonly askingWords?: Words;
  /** Verbs and times that go with anything: like months, weekdays and numbers, none of them names a part of a topic. Folded. */
  readonly vague?: Words;
  /** What people are to one another, folded. */
  readonly kin?: Words;
  /** What a topic for each kind of line is called: `health:Health home:Home,House`. */
  readonly topicNames?: Words;

  // What people say in a conversation.
  readonly courtesy?: Readonly<Record<Courtesy, Pattern>>;
  /** Words that add nothing to a courtesy, folded. */
  readonly chatter?: Words;
  /** First words of an answer that agrees, and words that no such answer has; folded. */
  readonly agreements?: Words;
  readonly refusals?: Words;
  /** First words of a question, in small letters. */
  readonly questionWords?: Words;
  readonly remember?: RememberWords;
  readonly wish?: WishWords;
  readonly preference?: PreferenceWords;
  /**
   * The first person and, behind a colon, what whoever speaks to them says: `my:your`; nothing where the verb
   * beside it would have to turn too. An underscore for a space.
   */
  readonly turned?: Words;
  /** Last words of an utterance that goes on, and pairs of such; `|` between them. None that can end a sentence. */
  readonly unfinished?: string;
  /** Whole sentences that transcribers invent; each a piece of a pattern. */
  readonly invented?: Forms;
  readonly commands?: CommandWords;

  // What Loci says.
  readonly phrases?: Phrases;
  readonly replies?: Replies;
}

type Words = string;
export type Forms = string;
type Pattern = string;

/** What people say to be polite, and to leave. */
export type Courtesy = "thanks" | "goodbye" | "greeting";

/** How people ask to have something remembered. */
interface RememberWords {
  /** Makes a question of it that is none: "can you ". */
  readonly ask: Pattern;
  readonly verbs: Pattern;
  /** What stands between the verb and the memory. */
  readonly that: Pattern;
  /** Stands behind the verb where no memory follows. */
  readonly bare: Pattern;
  /** Stands before a colon and a memory. */
  readonly memo: Pattern;
}

/** Words by which a line to the offline model shows what it wants; folded, but for what is written as it is said. */
export interface WishWords {
  /** What is known of something is to be listed, or a topic summed up. */
  readonly about: Pattern;
  readonly memory: MemoryWords;
  /** "Remind me", what stands before what it is of, and by what `topic` a talk is named in which it is to come up. As written. */
  readonly remind?: Readonly<Record<"lead" | "opening" | "when", Pattern>>;
  /** To forget: the verb. */
  readonly forget: Pattern;
}

/** Questions about the memory itself, folded, without their time. */
interface MemoryWords {
  /** How many memories there are; the whole question. */
  readonly count: Pattern;
  /** What was said, learned or done in some days, and what was talked about. */
  readonly told: Pattern;
  readonly talked: Pattern;
  readonly today: Pattern;
  readonly yesterday: Pattern;
}

/** A short plain preference, as written. */
interface PreferenceWords {
  /** From the start of the sentence; `liked` is what the preference is for. */
  readonly stating: RegExp;
  /** Words that make it a remark on something before, on the other one here, or on the moment. */
  readonly notPlain: Words;
}
