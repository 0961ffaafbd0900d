import { tongues } from "../grammar/tongues.ts";

/**
 * True for a text that tells what happened: told of another day, it is about another occasion, whereas what is so in
 * general stays one memory. By the words for the past of the languages that it may be in.
 */
export const tellsEvent = (text: string, language = ""): boolean =>
  tongues.forText(text, language).some(({ plan }) => plan.past.test(text));
