import { allWords, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";
import type { Courtesy } from "../types/language.ts";

/** The courtesy of a folded line that is nothing else, in the order below; undefined for any other line. */
export function courtesyOf(folded: string): Courtesy | undefined {
  if (folded.length > longest) return undefined;
  const line = folded.replace(/[^\p{L}\p{N}' -]+/gu, " ");
  if (leaving.test(line)) return "leave";
  let rest = line;
  let found: Courtesy | undefined;
  for (const [type, pattern] of courtesies) {
    const left = rest.replace(pattern, " ");
    if (left !== rest) found ??= type;
    rest = left;
  }
  return found !== undefined && isChatter(rest) ? found : undefined;
}

/** Whether a message only greets, thanks or takes leave: there is nothing to recall for it. */
export function isCourtesy(message: string): boolean {
  const found = courtesyOf(foldText(message));
  return found === "wellbeing" || (found !== undefined && !/[?؟？]/u.test(message));
}

/** Whether a folded line only goes along with what was said: "haha ok", "vale, perfecto". */
export function isChatter(folded: string): boolean {
  return stemWords(folded).every(
    ({ word }) => chatter.has(word) || /^(?:(?:ha|he|hi|ja|je|ji|ka){2,}|x+d+)h?j?$/.test(word),
  );
}

const longest = 80;

const said = [...tablesOf("courtesy").values()];
const anyLanguage = (type: Courtesy): string =>
  said.flatMap((words) => words[type] ?? []).join("|");

/** Words that end other programs. */
const leaving = new RegExp(`^ *(?:${anyLanguage("leave")}) *$`, "u");

const courtesies = (["thanks", "wellbeing", "goodbye", "greeting"] as const).map(
  (type) =>
    [
      type,
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyLanguage(type)})(?![\\p{L}\\p{N}])`, "gu"),
    ] as const,
);

const chatter = allWords("chatter");
