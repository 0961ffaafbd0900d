import type { QuotedMemory } from "../../task.ts";
import { stemWords } from "../offline-stems.ts";
import type { Phrases } from "./phrases.ts";

/** Most memories that one reply repeats; more where it is asked what is known. */
const mostLines = 5;
const mostListed = 10;
/** And of each, for a note can be long. */
const mostCharacters = 240;
/** More than recall finds for one question: these are the lines of a whole topic, most of them beside the point. */
const mostRecalled = 8;

/** Answers with memories, word for word, with their dates and places; undefined where none has to do with the question. */
export function sayMemories(
  question: string,
  memories: readonly QuotedMemory[],
  options: { readonly kind: "when" | "about" | "other"; readonly phrases: Phrases },
): string | undefined {
  const asked = new Set(stemWords(question).map(({ stem }) => stem));
  const ranked = rank(asked, memories);
  const isTopic = memories.length > mostRecalled;
  const fitting =
    isTopic && options.kind !== "about" ? ranked.filter(({ share }) => share > 0) : ranked;
  const [best, next] = fitting;
  if (best === undefined) return undefined;
  if (options.kind === "about") return sayList(ranked, options.phrases);
  const [first, ...others] = fitting.slice(0, mostLines);
  const isClear = asked.size > 0 && best.share >= 0.5 && best.share >= (next?.share ?? 0) + 0.25;
  if (options.kind === "when" && first !== undefined && first.memory.date !== "") {
    return [sayDated(first.memory), ...sayOthers(others, isClear)].join("\n");
  }
  if (isClear) return [sayFirst(best.memory), ...sayOthers(others, true)].join("\n");
  return fitting
    .slice(0, mostLines)
    .map(({ memory }) => sayLine(memory))
    .join("\n");
}

/** A memory as a line of a list: "- text (topic, date, file:line)". */
function sayLine(memory: QuotedMemory): string {
  return `- ${wordsOf(memory)} (${sourceOf(memory, memory.date)})`;
}

/** One line without what could steer a terminal or turn the direction of writing. */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u0085\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, "")
    .trim();
}

interface Ranked {
  readonly memory: QuotedMemory;
  /** Of the question's words, how many the memory has. */
  readonly share: number;
}

/** What shares more words with the question first; else in the order given. */
function rank(asked: ReadonlySet<string>, memories: readonly QuotedMemory[]): Ranked[] {
  const ranked = memories.map((memory) => {
    const stems = new Set(stemWords(`${memory.text} ${memory.topic}`).map(({ stem }) => stem));
    const found = [...asked].filter((stem) => stems.has(stem)).length;
    return { memory, share: asked.size === 0 ? 0 : found / asked.size };
  });
  if (memories.length > mostRecalled) return ranked.sort((a, b) => b.share - a.share);
  // Recall knows more than words: only a clear lead in words changes its order.
  const best = ranked.reduce<Ranked | undefined>(
    (top, one) => (top === undefined || one.share > top.share + 0.25 ? one : top),
    undefined,
  );
  return best === undefined ? [] : [best, ...ranked.filter((one) => one !== best)];
}

/** Behind a clear answer only what has to do with the question. */
function sayOthers(others: readonly Ranked[], isClear: boolean): string[] {
  const shown = isClear ? others.filter(({ share }) => share > 0).slice(0, 2) : others;
  return shown.map(({ memory }) => sayLine(memory));
}

function sayFirst(memory: QuotedMemory): string {
  return `${wordsOf(memory)} (${sourceOf(memory, memory.date)})`;
}

function sayDated(memory: QuotedMemory): string {
  return `${memory.date}: ${wordsOf(memory)} (${sourceOf(memory, "")})`;
}

function sayList(ranked: readonly Ranked[], phrases: Phrases): string {
  const lines = ranked.slice(0, mostListed).map(({ memory }) => sayLine(memory));
  const rest = ranked.length - lines.length;
  return [...lines, ...(rest > 0 ? [phrases.more(rest)] : [])].join("\n");
}

function sourceOf({ topic, file, line }: QuotedMemory, date: string): string {
  const parts = [topic, date, `${file}:${line}`].map(plainLine);
  return parts.filter((part) => part !== "").join(", ");
}

function wordsOf({ text }: QuotedMemory): string {
  const words = plainLine(text);
  const characters = [...words.slice(0, 4 * mostCharacters)];
  return characters.length <= mostCharacters
    ? words
    : `${characters.slice(0, mostCharacters).join("")}…`;
}
