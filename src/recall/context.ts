import type { FoundChunk } from "../index/found-chunks.ts";
import { foldWord } from "../index/tokenize.ts";
import { cueText } from "./cues.ts";
import type { Match } from "./score.ts";

/** The line after next counts this much of a direct neighbour. */
const secondNeighbour = 0.4;
/** What follows a question is likely its answer. */
const afterQuestion = 0.5;
const maxPositions = 2 ** 24;

/** What the lines around a match say about it. */
export interface Context {
  /** How well they fit the question: people say the rest of a thing in the line before or after. */
  readonly around: (match: Match) => number;
  /** How well the line above fits it, where that is a question itself: then this is its answer. */
  readonly questionAbove: (match: Match) => number;
}

/** Looks around matches, among these. */
export function contextOf(matches: readonly Match[]): Context {
  const matchByPlace = new Map(matches.map((match) => [placeOf(match.chunk), match]));
  const keywordAt = ({ chunk }: Match, offset: number): number =>
    matchByPlace.get(placeOf(chunk) + offset)?.keyword ?? 0;
  const questionAbove = ({ chunk }: Match): number => {
    const above = matchByPlace.get(placeOf(chunk) - 1);
    if (above === undefined || above.keyword === 0) return 0;
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
  const firstWords = new Map(candidates.map((chunk) => [chunk, firstWord(chunk.text)] as const));
  const linesBySubject = countAll(firstWords.values());
  const isAskedScope = ({ scope }: FoundChunk): boolean =>
    scope.startsWith("people/") && words.has(foldWord(scope.slice("people/".length).toLowerCase()));
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
  return word === undefined ? undefined : foldWord(word.toLowerCase());
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

function placeOf({ fileId, position }: FoundChunk): number {
  return fileId * maxPositions + position;
}
