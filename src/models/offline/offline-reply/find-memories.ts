import type { QuotedMemory } from "../../task.ts";
import { namesAny, namesIn, ownerOf } from "./names.ts";
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
}

export interface Found {
  readonly kind: Question["kind"];
  /** Best first. */
  readonly lines: readonly FoundLine[];
  /** The best share. */
  readonly share: number;
  /** True where a line says all of this. */
  readonly holds: (text: string) => boolean;
}

/** The memories that share a word with the question; all of them where it asks for a list of no particular thing. */
export function findMemories(question: Question, memories: readonly QuotedMemory[]): Found {
  const asked = stemsOf(question.of);
  const isAll = question.kind === "about" && asked.size === 0;
  const lines = memories
    .map((memory) => toLine(memory, asked))
    .filter(({ words, share }) => words !== "" && (isAll || share > 0));
  const ranked = byPerson(question, rank(lines, memories.length > mostRecalled));
  return {
    kind: question.kind,
    lines: ranked,
    share: ranked.reduce((most, { share }) => Math.max(most, share), 0),
    holds: (text) => ranked.some(({ words }) => shareOf(stemsOf(text), stemsOf(words)) === 1),
  };
}

/** Without the lines that have nothing of the people the question names, if it names any. */
export function onlyOfNamed(question: Question, { lines, ...found }: Found): Found {
  const names = namesIn(question, lines);
  return { ...found, lines: names.size === 0 ? lines : lines.filter((line) => isOf(line, names)) };
}

/** More than recall finds for one question: these are the lines of a whole topic, most of them beside the point. */
const mostRecalled = 8;

function toLine(memory: QuotedMemory, asked: ReadonlySet<string>): FoundLine {
  const words = plainWords(memory.text);
  const stems = stemsOf(`${words} ${memory.topic} ${ownerOf(memory) ?? ""}`);
  return { memory, words, share: shareOf(asked, stems) };
}

/** What shares more words with the question first; else in the order given. */
function rank(lines: readonly FoundLine[], isTopic: boolean): readonly FoundLine[] {
  if (isTopic) return lines.toSorted((a, b) => b.share - a.share);
  // Recall knows more than words: only a clear lead in words changes its order.
  const best = lines.reduce<FoundLine | undefined>(
    (top, one) => (top === undefined || one.share > top.share + 0.25 ? one : top),
    undefined,
  );
  return best === undefined ? [] : [best, ...lines.filter((one) => one !== best)];
}

/** Where the question names somebody, what is noted of another person comes last and says whose it is, or not at all. */
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

/** True for a line that names one of them, or lies in their folder. */
const isOf = ({ words, memory }: FoundLine, names: ReadonlySet<string>): boolean =>
  namesAny(`${words} ${ownerOf(memory) ?? ""}`, names);

/** In the middle of a sentence: "allergic to…", but "Reus is…" as it is. */
function inside(words: string, question: string): string {
  const [first = ""] = words.split(" ", 1);
  const isCommon =
    /^\p{Lu}\p{Ll}+$/u.test(first) &&
    question.split(/[^\p{L}]+/u).some((word) => word !== "" && word === first.toLowerCase());
  return isCommon ? first.toLowerCase() + words.slice(first.length) : words;
}
