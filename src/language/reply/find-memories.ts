import type { QuotedMemory } from "../../models/task.ts";
import { foldText } from "../text/letters.ts";
import { type Asked, type Compared, readAsked, weigh } from "./evidence.ts";
import { isKeptByOther, namesAny, namesIn, namesOf, ownerOf } from "./names.ts";
import { plainWords } from "./plain-line.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";

export interface Question {
  readonly text: string;
  /** What it is about, without the words that only ask. */
  readonly of: string;
  readonly kind: "about" | "other";
  readonly language: string;
}

/** A memory that has to do with the question, in the words it is shown in. */
export interface FoundLine {
  readonly memory: QuotedMemory;
  readonly words: string;
  /** Of the question's words, how many the memory has. */
  readonly share: number;
  /** How likely it is the answer: log-odds against none. */
  readonly score: number;
}

export interface Found {
  readonly kind: Question["kind"];
  /** Best first. */
  readonly lines: readonly FoundLine[];
  /** If there are none, what has most of the words asked for, but may not answer; best first. */
  readonly near: readonly FoundLine[];
  /** The best share. */
  readonly share: number;
  /** True where a line says all of this. */
  readonly holds: (text: string) => boolean;
}

/** The memories that answer the question, best first; all that fit where it asks for a list. */
export function findMemories(question: Question, memories: readonly QuotedMemory[]): Found {
  const { asked, lines: compared } = compare(question, memories);
  const scores = weigh(asked, compared);
  const isAll = question.kind === "about" && asked.stems.size === 0 && asked.names.size === 0;
  const stems = stemsOf(question.of);
  const all = compared.map((line, i): FoundLine => {
    return { ...line, score: scores[i] ?? 0, share: shareOf(stems, line.stems) };
  });
  const lines = all.filter(
    ({ score, share }) => isAll || (question.kind === "about" ? share > 0 : score > sureEnough),
  );
  const ranked = byPerson(question, isAll ? overview(lines) : byScore(lines));
  const near = all.filter(({ words }) => shareOf(stems, stemsOf(words)) > nearEnough);
  return {
    kind: question.kind,
    lines: ranked,
    near: onlyOf(asked.names, byScore(near)),
    share: ranked.reduce((most, { share }) => Math.max(most, share), 0),
    holds: (text) => ranked.some(({ words }) => shareOf(stemsOf(text), stemsOf(words)) === 1),
  };
}

/** Log-odds from which a line is said: it is likelier than that nothing answers. */
const sureEnough = 0;
/** Share of the words asked for. */
const nearEnough = 0.5;

const byScore = (lines: readonly FoundLine[]): readonly FoundLine[] =>
  lines.toSorted((a, b) => b.score - a.score);

/** A question and the memories, read for a comparison. */
export function compare(
  question: Question,
  memories: readonly QuotedMemory[],
): { readonly asked: Asked; readonly lines: readonly Compared[] } {
  const plain = memories.map(toCompared).filter(({ words }) => words !== "");
  const known = namesOf(plain.map(({ words }) => words));
  const names = namesAsked(question, plain, known);
  return {
    asked: readAsked(question, names, known),
    lines: plain.map((line) => withMeant(line, names)),
  };
}

/** Without the lines that have nothing of the people the question names, if it names any. */
export function onlyOfNamed(question: Question, { lines, ...found }: Found): Found {
  return { ...found, lines: onlyOf(namesIn(question, lines), lines) };
}

const onlyOf = (names: ReadonlySet<string>, lines: readonly FoundLine[]): readonly FoundLine[] =>
  names.size === 0 ? lines : lines.filter((line) => isOf(line, names));

/** The lines that say who the person is, where there are such; those of one topic together. */
function overview(lines: readonly FoundLine[]): readonly FoundLine[] {
  const own = lines.filter(({ memory }) => memory.found === "own");
  const shown = own.length > 0 ? own : lines;
  return [...Map.groupBy(shown, ({ memory }) => memory.topic).values()].flat();
}

function toCompared(memory: QuotedMemory): Compared {
  const words = plainWords(memory.text);
  return { memory, words, stems: stemsOf(`${words} ${memory.topic} ${ownerOf(memory) ?? ""}`) };
}

/** With the words of the question that it says in others, unless it is about a person whom the question does not name. */
function withMeant(line: Compared, names: ReadonlySet<string>): Compared {
  const { meant = [] } = line.memory;
  if (isKeptByOther(line.memory, names) || meant.length === 0) return line;
  return { ...line, stems: new Set([...line.stems, ...stemsOf(meant.join(" "))]) };
}

/** Whom the question names, by its own capitals or, as a microphone writes none, by those of the lines. */
function namesAsked(
  question: Question,
  lines: readonly Compared[],
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const words = foldText(question.of).match(/\p{L}+/gu) ?? [];
  return new Set([...namesIn(question, lines), ...words.filter((word) => known.has(word))]);
}

/** Where the question names a person, what is noted of another comes last and says whose it is, or not at all. */
function byPerson(question: Question, lines: readonly FoundLine[]): readonly FoundLine[] {
  const names = namesIn(question, lines);
  if (names.size === 0) return lines;
  const own = lines.filter((line) => isOf(line, names));
  const others = lines.filter((line) => !isOf(line, names));
  const foreign = others.flatMap((line) => {
    const owner = ownerOf(line.memory);
    if (owner === undefined) return [line];
    if (own.length > 0) return [];
    return [{ ...line, words: `${owner}: ${inside(line.words, question.of)}` }];
  });
  return [...own, ...foreign];
}

/** True for a line that names one of them, lies in their folder, or fills their slot. */
const isOf = ({ words, memory }: FoundLine, names: ReadonlySet<string>): boolean =>
  memory.found === "key" || namesAny(`${words} ${ownerOf(memory) ?? ""}`, names);

/** In the middle of a sentence: "allergic to…", but "Reus is…" as it is. */
function inside(words: string, question: string): string {
  const [first = ""] = words.split(" ", 1);
  const isCommon =
    /^\p{Lu}\p{Ll}+$/u.test(first) &&
    question.split(/[^\p{L}]+/u).some((word) => word !== "" && word === first.toLowerCase());
  return isCommon ? first.toLowerCase() + words.slice(first.length) : words;
}
