import { extractSaid } from "../extract/extract.ts";
import { sentencesOf } from "../talk/spoken-cues.ts";
import { askedKeys } from "./asked-keys.ts";
import type { Question } from "./find-memories.ts";
import { namesAny, namesIn } from "./names.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";
import { readWish } from "./wish.ts";

/** What the person said, and how much of the question it has. */
interface Said {
  readonly text: string;
  readonly share: number;
}

/**
 * Of what the person said in this conversation, the line that has most of the question's words, at least half; the latest of
 * them. Where the question names a person, the line does too.
 */
export function findSaid(question: Question, said: readonly string[]): Said | undefined {
  const names = namesIn(question, []);
  const asked = stemsOf(question.of);
  const rest = withoutNames(asked, names);
  const { isStatedIn } = askedKeys(question.text, question.language);
  let best: Said | undefined;
  const lines = said.toReversed().flatMap((message) => statementsIn(message, question.language));
  for (const text of lines) {
    if (names.size > 0 && !namesAny(text, names)) continue;
    const share = shareOf(asked, stemsOf(text));
    if (shareOf(rest, stemsOf(text)) === 0 && !isStatedIn(text)) continue;
    if (share >= minShare && share > (best?.share ?? 0)) best = { text, share };
  }
  return best;
}

/** What is asked of those who are named, where that is anything: "what can Clara not eat?" is not answered by her name. */
function withoutNames(stems: ReadonlySet<string>, names: ReadonlySet<string>): ReadonlySet<string> {
  const ofNames = new Set([...names].flatMap((name) => [...stemsOf(name)]));
  const rest = [...stems].filter((stem) => !ofNames.has(stem));
  return rest.length === 0 ? stems : new Set(rest);
}

/** The last message of this conversation that fills the slot which is asked for: "I moved to Lisbon" says where one lives. */
export function findSaidSlot(
  { text, language }: Question,
  said: readonly string[],
  today: string,
): string | undefined {
  const { keys, fills } = askedKeys(text, language);
  if (keys.size === 0) return undefined;
  const texts = said.slice(-maxRead).map((text) => text.slice(0, maxCharacters));
  const conclusion = extractSaid(texts, { language, today }).findLast(
    ({ key }) => key !== "" && fills(key),
  );
  const content = texts[conclusion?.sources.at(-1) ?? -1];
  return content === undefined || content.length > longestSaid ? undefined : content;
}

/** Messages that are looked through for a slot. */
const maxRead = 20;
const maxCharacters = 1_000;
const minShare = 0.5;
const longestSaid = 240;

/** Its sentences, the last first: a question answers nothing. */
function statementsIn(message: string, language: string): string[] {
  const sentences = sentencesOf(message.slice(0, 8_000));
  return sentences.toReversed().flatMap((text) => {
    const wish = readWish(text, language);
    const stated = wish.type === "remember" ? wish.text : wish.type === "say" ? text : "";
    return stated === "" || stated.length > longestSaid ? [] : [stated.replace(/\.$/, "")];
  });
}
