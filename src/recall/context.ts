import { keepMost } from "../index/kept.ts";
import type { FoundChunk } from "../index/search.ts";
import { foldWord } from "../index/tokenize.ts";
import { cueText } from "./cues.ts";
import type { Match } from "./match.ts";

/** The line after next counts this much of a direct neighbour. */
const secondNeighbour = 0.4;
/** What follows a question is likely its answer. */
const afterQuestion = 0.5;

/** What the lines around a match say about it. */
export interface Context {
  /** How well they fit the question: people say the rest of a thing in the line before or after. */
  readonly around: (match: Match) => number;
  /** How well the line above fits it, where that is a question itself: then this is its answer. */
  readonly questionAbove: (match: Match) => number;
}

/** Looks around matches, among these. */
export function contextOf(matches: readonly Match[]): Context {
  const linesByFile = new Map<number, Map<number, Match>>();
  for (const match of matches) {
    if (match.keyword === 0) continue; // It says nothing of the lines around it.
    const { fileId, position } = match.chunk;
    const lines = linesByFile.get(fileId);
    if (lines === undefined) linesByFile.set(fileId, new Map([[position, match]]));
    else lines.set(position, match);
  }
  const matchAt = ({ chunk }: Match, offset: number): Match | undefined =>
    linesByFile.get(chunk.fileId)?.get(chunk.position + offset);
  const keywordAt = (match: Match, offset: number): number => matchAt(match, offset)?.keyword ?? 0;
  const questionAbove = (match: Match): number => {
    const above = matchAt(match, -1);
    if (above === undefined) return 0;
    return question.test(above.chunk.text.slice(-questionTail)) ? above.keyword : 0;
  };
  const around = (match: Match): number =>
    Math.max(keywordAt(match, -1), keywordAt(match, 1)) +
    secondNeighbour * Math.max(keywordAt(match, -2), keywordAt(match, 2)) +
    afterQuestion * questionAbove(match);
  return { around, questionAbove };
}

/** Whom lines are about: whether the question names a subject, and how a line's own relates to it. */
export interface Subjects {
  readonly asked: boolean;
  readonly of: (chunk: FoundChunk) => "asked" | "other" | "unknown";
}

/**
 * A line's subject is the name it begins with ("Ana prefers …", "Ana: …"), or the person whose folder it is in. A first
 * word is a name where the candidates show it to be one; another's name counts only where it begins several lines.
 */
export function subjectsOf(
  words: ReadonlySet<string>,
  candidates: readonly FoundChunk[],
): Subjects {
  const isAskedScope = ({ scope }: FoundChunk): boolean =>
    scope.startsWith("people/") && words.has(foldWord(scope.slice("people/".length).toLowerCase()));
  const mayBegin = beginsLike(words);
  const isMeant = (chunk: FoundChunk): boolean =>
    isAskedScope(chunk) || (mayBegin(chunk.text) && words.has(firstWord(chunk.text) ?? ""));
  if (!candidates.some(isMeant)) return { asked: false, of: () => "unknown" };
  const firstWords = new Map(candidates.map((chunk) => [chunk, firstWord(chunk.text)] as const));
  const linesBySubject = countAll(firstWords.values());
  const first = [...linesBySubject.keys()];
  const names = first.some((word) => words.has(word)) ? namesIn(candidates) : new Set<string>();
  const askedNames = new Set(first.filter((word) => words.has(word) && names.has(word)));
  const asked = askedNames.size > 0 || candidates.some(isAskedScope);
  const enough = Math.max(minLines, candidates.length * smallestShare);
  return {
    asked,
    of(chunk) {
      const word = firstWords.get(chunk) ?? "";
      if (isAskedScope(chunk) || askedNames.has(word)) return "asked";
      if (asked && word.endsWith("s") && words.has(word.slice(0, -1))) return "asked"; // "Lenas Eltern"
      const isOther = names.has(word) && (linesBySubject.get(word) ?? 0) >= enough;
      return isOther ? "other" : "unknown";
    },
  };
}

/** Characters at the end of a line in which its question mark is looked for. */
const questionTail = 300;
const question = /[?？؟;]\s*(?:\[[^\]]*\]?\s*)?$/u;
const minLines = 3;
const smallestShare = 0.05;
const capitalised = /^\p{Lu}[\p{L}\p{M}]+/u;
/** A capitalised word within a sentence, or one that speaks: `Ana:`. */
const nameWithin = /(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}\p{M}]+|^\p{Lu}[\p{L}\p{M}]+(?=:)/gu;
/** The same for plain English: Unicode's classes take a millisecond each to compile. */
const asciiNameWithin = /(?<=[a-z0-9,;)] )[A-Z][A-Za-z]+|^[A-Z][A-Za-z]+(?=:)/g;
const ascii = /^[\0-\x7f]*$/;

function firstWord(text: string): string | undefined {
  const word = capitalised.exec(cueText(text))?.[0];
  return word === undefined ? undefined : foldedWord(word);
}

/** Lines begin with the same words again and again, and accents take long to fold. */
const foldedWord = keepMost(1_000, (word: string): string => foldWord(word.toLowerCase()));

/** Whether a text may begin with one of these words, by its first letter: most need not be read further. */
function beginsLike(words: ReadonlySet<string>): (text: string) => boolean {
  const capitals = new Set([...words].map((word) => word.charAt(0).toUpperCase()));
  return (text) => text.charCodeAt(0) > 0x7f || capitals.has(text.charAt(0));
}

function countAll(words: Iterable<string | undefined>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function namesIn(candidates: readonly FoundChunk[]): Set<string> {
  const names = new Set<string>();
  for (const { text } of candidates) {
    const head = cueText(text);
    for (const [name] of head.matchAll(ascii.test(head) ? asciiNameWithin : nameWithin))
      names.add(foldWord(name.toLowerCase()));
  }
  return names;
}
