import { grammarsFor } from "../grammar/grammar.ts";

/**
 * True for a text that tells what happened, by the words for the past of the languages that it may be in. Where it
 * names no year itself, it is about another occasion on another day; what is so in general stays one memory.
 */
const tellsEvent = (text: string): boolean =>
  grammarsFor(text, "").some(({ past }) => past.test(text));

/** True where the same words of two days (`YYYY-MM-DD`) tell of two occasions. */
export const isOtherOccasion = (text: string, one?: string, other?: string): boolean =>
  // What states no day may be of any.
  one !== undefined &&
  other !== undefined &&
  one !== other &&
  !/\p{N}{4}/u.test(text) &&
  tellsEvent(text);
