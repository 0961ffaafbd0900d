import { phrase } from "../talk/phrase.ts";
import type { FoundLine } from "./find-answers.ts";
import { ownerOf } from "./names.ts";
import { plainLine } from "./plain-line.ts";
import { turned } from "./turned.ts";

const maxListed = 6;
/** Fewer aloud: who listens cannot look back. */
const maxSpoken = 3;
/** Of each memory, for a note can be long. */
const maxCharacters = 240;

/** How something is said, and to whom. */
export interface Speaking {
  readonly language: string;
  /** Aloud, without places and dates. */
  readonly isSpoken: boolean;
  readonly person: string | null;
}

/** Some memories, one a line, and how many more there are. */
export function sayList(lines: readonly FoundLine[], how: Speaking): string {
  const shown = lines.slice(0, how.isSpoken ? maxSpoken : maxListed);
  const said = shown.map((line) => `- ${sayLine(line, how)}`);
  const rest = lines.length - shown.length;
  return [...said, ...(rest > 0 ? [phrase("more", how.language, { count: rest })] : [])].join("\n");
}

/** "text (topic, date, file:line)", or what was said a while ago, in quotes. */
export function sayLine({ words, memory }: FoundLine, how: Speaking): string {
  const { topic, date, file, line } = memory;
  const shown = shorten(words);
  if (memory.isSaid === true) return phrase("said_now", how.language, { text: shown });
  const owner = ownerOf(memory);
  const isTheirs = how.person === null || owner?.toLowerCase().replaceAll(" ", "-") === how.person;
  const said = isTheirs ? turned(shown, how.language) : shown;
  if (how.isSpoken) return said;
  const parts = [topic, date, file === "" ? "" : `${file}:${line}`].map(plainLine);
  const source = parts.filter((part) => part !== "").join(", ");
  return source === "" ? said : `${said} (${source})`;
}

function shorten(words: string): string {
  const characters = [...words.slice(0, 4 * maxCharacters)];
  return characters.length <= maxCharacters
    ? words
    : `${characters.slice(0, maxCharacters).join("")}…`;
}
