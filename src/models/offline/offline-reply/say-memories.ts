import type { Found, FoundLine } from "./find-memories.ts";
import type { Phrases } from "./phrases.ts";
import { plainLine } from "./plain-line.ts";

/** Most memories that one reply repeats; more where it is asked what is known. */
const mostLines = 5;
const mostListed = 10;
/** Behind a clear answer. */
const mostOthers = 2;
/** And of each, for a note can be long. */
const mostCharacters = 240;

/** Answers with memories, word for word, with their dates and places behind them; undefined where there is none. */
export function sayMemories({ kind, lines }: Found, phrases: Phrases): string | undefined {
  const [best, next] = lines;
  if (best === undefined) return undefined;
  if (kind === "about") return sayList(lines, phrases);
  const isClear = best.share >= 0.5 && best.share >= (next?.share ?? 0) + 0.25;
  const shown = lines.slice(0, isClear ? 1 + mostOthers : mostLines);
  return shown
    .map((line, at) => (isClear && at === 0 ? sayLine(line) : `- ${sayLine(line)}`))
    .join("\n");
}

function sayList(lines: readonly FoundLine[], phrases: Phrases): string {
  const shown = lines.slice(0, mostListed).map((line) => `- ${sayLine(line)}`);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [phrases.more(rest)] : [])].join("\n");
}

/** "text (topic, date, file:line)" */
function sayLine({ words, memory: { topic, date, file, line } }: FoundLine): string {
  const parts = [topic, date, `${file}:${line}`].map(plainLine);
  return `${shorten(words)} (${parts.filter((part) => part !== "").join(", ")})`;
}

function shorten(words: string): string {
  const characters = [...words.slice(0, 4 * mostCharacters)];
  return characters.length <= mostCharacters
    ? words
    : `${characters.slice(0, mostCharacters).join("")}…`;
}
