import type { Replies } from "../types/phrases.ts";
import type { Found, FoundLine } from "./find-memories.ts";
import { plainLine } from "./plain-line.ts";

/** How many memories a reply repeats: a second only if it fits nearly as well, more if a list was asked for. */
const maxLines = 2;
const nearlyAsGood = 0.1;
const maxListed = 6;
/** Fewer aloud: who listens cannot look back. */
const maxSpoken = 3;
/** Of each memory, for a note can be long. */
const maxCharacters = 240;

export interface SayingOptions {
  readonly phrases: Replies;
  /** Aloud, without places and dates. */
  readonly isSpoken: boolean;
}

/** Answers with memories, word for word, with their dates and places behind them; undefined where there is none. */
export function sayMemories({ kind, lines }: Found, options: SayingOptions): string | undefined {
  const [best] = lines;
  if (best === undefined) return undefined;
  if (kind === "about") return sayList(lines, options);
  const shown = lines.filter(({ score }) => score >= best.score - nearlyAsGood).slice(0, maxLines);
  return shown.map((line) => (shown.length > 1 ? "- " : "") + sayLine(line, options)).join("\n");
}

/** That nothing is known, and what comes nearest; not aloud, where it would be heard as the answer. */
export function sayNearest({ near }: Found, options: SayingOptions): string {
  const { nothing, nearest } = options.phrases;
  if (near.length === 0 || options.isSpoken) return nothing;
  const lines = near.slice(0, maxLines).map((line) => `- ${sayLine(line, options)}`);
  return [`${nothing} ${nearest}`, ...lines].join("\n");
}

function sayList(lines: readonly FoundLine[], options: SayingOptions): string {
  const shown = lines.slice(0, options.isSpoken ? maxSpoken : maxListed);
  const said = shown.map((line) => `- ${sayLine(line, options)}`);
  const rest = lines.length - shown.length;
  return [...said, ...(rest > 0 ? [options.phrases.more(rest)] : [])].join("\n");
}

/** "text (topic, date, file:line)" */
function sayLine({ words, memory }: FoundLine, { isSpoken }: SayingOptions): string {
  if (isSpoken) return shorten(words);
  const { topic, date, file, line } = memory;
  const parts = [topic, date, `${file}:${line}`].map(plainLine);
  return `${shorten(words)} (${parts.filter((part) => part !== "").join(", ")})`;
}

function shorten(words: string): string {
  const characters = [...words.slice(0, 4 * maxCharacters)];
  return characters.length <= maxCharacters
    ? words
    : `${characters.slice(0, maxCharacters).join("")}…`;
}
