import { tablesOf } from "../language/languages.ts";
import { capital } from "../language/text/letters.ts";

/** What counts as short, and further beginnings of a preference. */
export interface ShortcutSettings {
  readonly enabled: boolean;
  /** In characters. */
  readonly maxLength: number;
  readonly words: readonly string[];
}

/** A memory as it was said. */
interface ShortPreference {
  readonly text: string;
  /** It names the one favourite of a kind: another one makes it untrue. */
  readonly isFavourite: boolean;
}

/**
 * The memory in a short plain preference ("I love jazz", "no soporto el ruido", "my favourite colour is green"), which needs
 * no model to be kept; undefined for anything else. Rather misses one than keeps "I love it", "I'd like a coffee" or a
 * question: what is missed here is found when the conversation ends.
 */
export function shortPreference(
  message: string,
  { enabled, maxLength, words }: ShortcutSettings,
): ShortPreference | undefined {
  if (!enabled) return undefined;
  const said = message.normalize("NFC").replaceAll("’", "'").trim();
  if ([...said].length > maxLength) return undefined;
  const sentence = said.replace(/[.!]+$/, "").trimEnd();
  if (/[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/.test(sentence)) return undefined;
  const text = capital(sentence);
  if (isPlain(sentence, "stating") || begins(sentence, words)) return { text, isFavourite: false };
  return isPlain(sentence, "favourite") ? { text, isFavourite: true } : undefined;
}

const preferences = [...tablesOf("preference").values()];

function isPlain(sentence: string, form: "stating" | "favourite"): boolean {
  return preferences.some(({ [form]: pattern, notPlain }) => {
    const { liked, noun = "" } = pattern?.exec(sentence)?.groups ?? {};
    return liked !== undefined && isThing(liked) && !notPlain.test(liked) && !notPlain.test(noun);
  });
}

/** In which language the person has it, nobody knows. */
function begins(sentence: string, words: readonly string[]): boolean {
  const lower = sentence.toLowerCase();
  return words.some((beginning) => {
    const start = `${beginning.normalize("NFC").replaceAll("’", "'").toLowerCase()} `;
    const liked = sentence.slice(start.length);
    if (!lower.startsWith(start) || !isThing(liked)) return false;
    return !preferences.some(({ notPlain }) => notPlain.test(liked));
  });
}

const isThing = (liked: string): boolean => /[\p{L}\p{N}]/u.test(liked);
