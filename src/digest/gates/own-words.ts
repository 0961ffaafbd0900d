import { writtenText } from "../../vault/topic/entry.ts";
import { withoutOwner } from "../../vault/topic/secret-marks.ts";

/**
 * A memory's text as a model words it, without metadata that the person did not write: fields, block ids and tags stay
 * only where they stand so in what was said. Marks (#protected, #preference) lose their hash in any case: they are
 * given by hand, never by a conversation. Pure.
 */
export function inOwnWords(text: string, said: readonly string[]): string {
  const isSaid = (token: string): boolean => said.some((words) => words.includes(token));
  const own = text
    .replace(fieldOrBlockId, (found) => (isSaid(found.trim()) ? found : ""))
    .replace(tag, (found, before: string, name: string) =>
      isMark(name) || !isSaid(`#${name}`) ? before + name : found,
    )
    .trim();
  return withoutOwner(own, writtenText); // Whose it is say its scope and fields, whatever was said.
}

/** Tried once a run of white space and not at each place in it, and no further than a field may go: linear time. */
const fieldOrBlockId =
  /(?<!\s)(?:\s*\[[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ -]{0,60}::[^\]]{0,400}\]|\s+\^[A-Za-z0-9-]+(?=\s|$))/gu;
/** `#3` is a number. */
const tag = /(^|\s)#(?=[\d_/-]*[\p{L}\p{M}\p{Extended_Pictographic}])([^\s#]+)/gu;
const isMark = (name: string): boolean => /^(?:protected|preference)\b/iu.test(name);
