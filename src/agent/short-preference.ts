import { tablesOf } from "../language/languages.ts";
import { capital } from "../language/text/letters.ts";

/**
 * The memory in a short plain preference ("I love jazz", "no soporto el ruido"), which needs no model to be kept;
 * undefined for anything else. Rather misses one than keeps "I love it", "I'd like a coffee" or a question: what is missed
 * here is found when the conversation ends.
 */
export function shortPreference(message: string): string | undefined {
  const said = message.normalize("NFC").replaceAll("’", "'").trim();
  if ([...said].length > maxCharacters) return undefined;
  const sentence = said.replace(/[.!]+$/, "").trimEnd();
  if (/[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/.test(sentence)) return undefined;
  for (const { stating, notPlain } of preferences.values()) {
    const liked = stating.exec(sentence)?.groups?.liked;
    if (liked === undefined) continue;
    const words = liked.toLowerCase();
    if (/[\p{L}\p{N}]/u.test(words) && !notPlain.test(words)) return capital(sentence);
  }
  return undefined;
}

const maxCharacters = 60;
const preferences = tablesOf("preference");
