import { tablesOf } from "../language/languages.ts";
import { capital, foldText } from "../language/text/letters.ts";

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
  const sentence = plainSentence(message, maxLength);
  if (!enabled || sentence === undefined) return undefined;
  const text = capital(sentence);
  if (isPlain(sentence, "stating") || begins(sentence, words)) return { text, isFavourite: false };
  return isPlain(sentence, "favourite") ? { text, isFavourite: true } : undefined;
}

/** A message that is one short sentence; undefined for a question, and for what may be code or a quotation. */
function plainSentence(message: string, maxLength: number): string | undefined {
  const said = message.normalize("NFC").replaceAll("’", "'").trim();
  if ([...said].length > maxLength) return undefined;
  const sentence = said.replace(/[.!]+$/, "").trimEnd();
  return /[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/.test(sentence) ? undefined : sentence;
}

/**
 * What an agent is told about how to answer from now on ("always answer me briefly", "respóndeme siempre en catalán"), in
 * one short sentence; undefined for anything else.
 */
export function behaviourIn(
  message: string,
  { enabled, maxLength }: ShortcutSettings,
): string | undefined {
  const sentence = plainSentence(message.replaceAll(",", ""), maxLength);
  if (!enabled || sentence === undefined) return undefined;
  const folded = foldText(sentence);
  const isTold = behaviours.some(
    ({ lasting, order }) => lasting.test(folded) && order.test(folded),
  );
  return isTold ? capital(sentence) : undefined;
}

const behaviours = [...tablesOf("behaviour").values()].map(({ lasting, opening, answering }) => ({
  lasting: new RegExp(`(?<![\\p{L}])(?:${lasting})(?![\\p{L}])`, "u"),
  order: new RegExp(`^(?:(?:${lasting}|${opening}) )*(?:${answering})(?![\\p{L}])`, "u"),
}));

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
