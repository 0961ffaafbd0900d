import type { Courtesy } from "../language.ts";
import { allWords, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";

/** The courtesy of a folded line that is nothing else, in the order below; undefined for any other line. */
export function courtesyOf(folded: string): Courtesy | undefined {
  if (folded.length > longest) return undefined;
  let rest = folded.replace(/[^\p{L}\p{N}' -]+/gu, " ");
  const found = courtesies.filter(([, pattern]) => {
    const before = rest;
    rest = rest.replace(pattern, " ");
    return rest !== before;
  });
  return isChatter(rest) ? found[0]?.[0] : undefined;
}

/** Whether a message only greets, thanks or takes leave: there is nothing to recall for it. */
export const isCourtesy = (message: string): boolean => courtesyOf(foldText(message)) !== undefined;

/** Whether a folded line only goes along with what was said: "haha ok", "vale, perfecto". */
export const isChatter = (folded: string): boolean =>
  stemWords(folded).every(
    ({ word }) => chatter.has(word) || /^(?:(?:ha|he|hi|ja|je|ji|ka){2,}|x+d+)h?j?$/.test(word),
  );

const longest = 80;

const courtesies = (["thanks", "goodbye", "greeting"] as const).map((type) => {
  const forms = [...tablesOf("courtesy").values()].map((words) => words[type]).join("|");
  return [type, new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, "gu")] as const;
});

const chatter = allWords("chatter");
