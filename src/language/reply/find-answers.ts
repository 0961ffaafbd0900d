import type { QuotedMemory } from "../../models/requests.ts";
import { foldText } from "../text/letters.ts";
import { weights } from "./answer-weights.ts";
import { states, wantedBy } from "./asked.ts";
import { namesAny, namesAsked, ownerOf } from "./names.ts";
import { plainWords } from "./plain-line.ts";
import { sharedStems, shareOf, stemsOf } from "./shared-stems.ts";
import { isOfSpeaker, saysI } from "./turned.ts";

export interface Question {
  readonly text: string;
  /** What it is about, without the words that only ask. */
  readonly of: string;
}

/** A memory as it is compared with a question. */
export interface FoundLine {
  readonly memory: QuotedMemory;
  /** As it is shown. */
  readonly words: string;
  /** Of its words, its topic and its person, and of what it says in other words. */
  readonly stems: ReadonlySet<string>;
  readonly isNamed: boolean;
}

/** What was asked, read once, and the memories that may answer it. */
export interface Compared {
  readonly question: Question;
  readonly names: ReadonlySet<string>;
  /** What it is about, without the names in it. */
  readonly stems: ReadonlySet<string>;
  /** Best first, as recall has them. */
  readonly lines: readonly FoundLine[];
}

export function compare(question: Question, memories: readonly QuotedMemory[]): Compared {
  const plain = memories
    .map((memory) => ({ memory, words: plainWords(memory.text) }))
    .filter(({ words }) => words !== "");
  const names = namesAsked(question.of, plain);
  const isOwnQuestion = names.size === 0 && saysI(question.text);
  const nameStems = stemsOf([...names].join(" "));
  const asked = stemsOf(question.of);
  const all = plain.map(({ memory, words }): FoundLine => {
    const owner = ownerOf(memory) ?? "";
    const stems = stemsOf([words, memory.topic, owner, ...(memory.meant ?? [])].join(" "));
    const isTheirs = isOwnQuestion && memory.isNote !== true && isOfSpeaker(words);
    const isOwn = isTheirs && shareOf(asked, stems) > 0;
    const isNamed = isOwn || namesAny(`${words} ${owner}`, names);
    return { memory, words, stems, isNamed };
  });
  // What lies in a person's folder, or was just said, is about nobody but whom it names.
  const isOfOther = ({ memory, isNamed }: FoundLine): boolean =>
    names.size > 0 && !isNamed && (memory.isSaid === true || ownerOf(memory) !== undefined);
  const isWritten = ({ words }: FoundLine): boolean =>
    all.some(
      (line) => line.memory.isSaid !== true && shareOf(stemsOf(words), stemsOf(line.words)) === 1,
    );
  return {
    question,
    names,
    stems: new Set([...asked].filter((stem) => !nameStems.has(stem))),
    lines: all.filter(
      (line) => !isOfOther(line) && !(line.memory.isSaid === true && isWritten(line)),
    ),
  };
}

/** The memories that answer a question, best first: each likelier than that none does. Pure. */
export function findAnswers(compared: Compared, sureness = 0): readonly FoundLine[] {
  return cluesOf(compared)
    .map(({ line, clues }) => ({ line, score: scoreOf(clues) }))
    .filter(({ score }) => score > sureness)
    .toSorted((a, b) => b.score - a.score)
    .map(({ line }) => line);
}

/** In log-odds against none of them answering, as learned from households and the questions to them. */
const scoreOf = (clues: Clues): number =>
  clueNames.reduce((sum, name) => sum + weights[name] * clues[name], 0);

/** All that has to do with what is asked about, best first. */
export const findAbout = ({ names, stems, lines }: Compared): readonly FoundLine[] =>
  lines.filter(
    (line) =>
      (names.size === 0 || line.isNamed) && (stems.size === 0 || shareOf(stems, line.stems) > 0),
  );

/** What has most of the words asked for, though it may not answer. */
export function findNear({ question, names, lines }: Compared): readonly FoundLine[] {
  const asked = stemsOf(question.of);
  return lines.filter(
    ({ words, isNamed }) =>
      (names.size === 0 || isNamed) && shareOf(asked, stemsOf(words)) > nearEnough,
  );
}

const nearEnough = 0.5;

/** What of a line may make it the answer. */
export const clueNames = [
  "always",
  // Recall puts it first; how much better it fits than the others.
  "first",
  "lead",
  // Of the words asked for, how many it has and lacks.
  "shared",
  "missing",
  // Others are of the person asked about, or of the one who asks, and it is not; it is, and states what was wanted.
  "unnamed",
  "namedFits",
  // It does not state the kind of thing that was wanted.
  "misfits",
  // A model found it by its meaning; it is a passage of a note.
  "meant",
  "note",
] as const;

export type Clues = Readonly<Record<(typeof clueNames)[number], number>>;

export function cluesOf({
  question,
  stems,
  ...compared
}: Compared): readonly { readonly line: FoundLine; readonly clues: Clues }[] {
  const lines = newestFirst(compared.lines);
  const wanted = wantedBy(foldText(question.text.slice(0, 1_000)));
  const isAnyNamed = lines.some(({ isNamed }) => isNamed);
  return lines.map((line) => {
    const { score = 0, found, isNote } = line.memory;
    // What is of somebody else is no rival.
    const rivals = lines.filter((other) => other.isNamed || !line.isNamed);
    const others = rivals.filter((other) => other !== line);
    const best = Math.max(0, ...others.map(({ memory }) => memory.score ?? 0));
    const shared = sharedStems(stems, line.stems).length;
    const fits = wanted === undefined ? undefined : states(wanted, line.words);
    const clues = {
      always: 1,
      first: Number(rivals[0] === line),
      lead: score - best,
      shared: Math.min(3, shared),
      missing: Math.min(4, stems.size - shared),
      unnamed: Number(isAnyNamed && !line.isNamed),
      namedFits: Number(line.isNamed && fits === true),
      misfits: Number(fits === false),
      meant: Number(found === "meaning"),
      note: Number(isNote === true),
    };
    return { line, clues };
  });
}

/** Of what says the same thing as the first line and fits about as well, the newest comes first: it holds now. */
function newestFirst(lines: readonly FoundLine[]): readonly FoundLine[] {
  const [best] = lines;
  if (best === undefined) return lines;
  const { memory, stems, isNamed } = best;
  const rivals = lines.filter((line) => {
    const lead = (memory.score ?? 0) - (line.memory.score ?? 0);
    const shared = stems.intersection(line.stems).size;
    const isSameThing = shared * 2 >= Math.max(stems.size, line.stems.size); // "I live in Vic", "I live in Reus".
    return lead < fitsAsWell && isSameThing && line.isNamed === isNamed;
  });
  const newest = rivals.reduce((one, other) => (isNewer(other.memory, one.memory) ? other : one));
  return [newest, ...lines.filter((line) => line !== newest)];
}

const fitsAsWell = 0.05;

function isNewer(one: QuotedMemory, other: QuotedMemory): boolean {
  if (one.isSaid !== other.isSaid) return one.isSaid === true;
  if (one.date !== other.date) return one.date > other.date;
  return one.file === other.file && one.line > other.line;
}
