import { foldLetters } from "../fold-letters.ts";
import { foldUtterance } from "./fold-utterance.ts";

/**
 * Whether an utterance says yes and nothing that people also say of other things ("okay", "right", "exactly"): what is
 * deleted needs one. It is a yes already by `parseAnswer`. Pure.
 */
export function isClearYes(text: string, language: string): boolean {
  const [base = ""] = language.toLowerCase().split(/[-_]/);
  const said = foldUtterance(text).folded.replaceAll(",", "").split(" ");
  const own = clearWords[base] ?? [];
  return [...own, ...plain].some((form) => {
    const words = foldLetters(form).split(" ");
    return said.some((_, at) => words.every((word, i) => said[at + i] === word));
  });
}

/** Yes, in every language: the plain words count in all conversations. */
const plain: readonly string[] = ["yes", "sí", "sim", "oui", "ja", "sì", "نعم"];

/** What says it as clearly in one language; a "forget it" answers the question whether to. */
const clearWords: { readonly [language in string]?: readonly string[] } = {
  en: ["yeah", "yep", "yup", "forget it", "do it"],
  es: ["olvídalo", "bórralo", "hazlo"],
  ca: ["oblida ho", "esborra ho", "fes ho"],
  pt: ["esquece", "apaga", "faz isso"],
  fr: ["ouais", "oublie", "fais le"],
  de: ["jaja", "jawohl", "vergiss es", "vergiss das", "mach das", "tu das"],
  it: ["dimenticalo", "cancellalo", "fallo"],
  ar: ["أجل", "ايوه", "أيوة"],
};
