import type { QuotedMemory } from "../../models/requests.ts";
import { shareOf, stemsOf } from "../text/stems.ts";
import { weights } from "./answer-weights.ts";
import { namesAny, namesAsked, ownerOf } from "./names.ts";
import { plainWords } from "./plain-line.ts";
import { isOfSpeaker, saysI } from "./turned.ts";

/** A memory as it is compared with a question. */
export interface FoundLine {
  readonly memory: QuotedMemory;
  /** As it is shown. */
  readonly words: string;
  /** Of its words, its topic and its person, and of what it says in other words. */
  readonly stems: ReadonlySet<string>;
  /** It is of a person asked about, or of the one who asks. */
  readonly isNamed: boolean;
}

/** What was asked, and the memories that may answer it. */
export interface Compared {
  readonly asked: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** What was asked without the names in it. */
  readonly stems: ReadonlySet<string>;
  /** Best first, as recall has them. */
  readonly lines: readonly FoundLine[];
}

/** Compares memories with what a question is about, in its words. */
export function compare(question: string, memories: readonly QuotedMemory[]): Compared {
  const plain = memories
    .map((memory) => ({ memory, words: plainWords(memory.text) }))
    .filter(({ words }) => words !== "");
  const names = namesAsked(question, plain);
  const asked = stemsOf(question);
  const isOwnQuestion = names.size === 0 && saysI(question.slice(0, maxCharacters));
  const all = plain.map(({ memory, words }): FoundLine => {
    const owner = ownerOf(memory) ?? "";
    const stems = stemsOf([words, memory.topic, owner, ...(memory.meant ?? [])].join(" "));
    const isTheirs =
      isOwnQuestion && memory.isNote !== true && isOfSpeaker(words) && shareOf(asked, stems) > 0;
    const isNamed = isTheirs || namesAny(`${words} ${owner}`, names);
    return { memory, words, stems, isNamed };
  });
  // What lies in a person's folder, or was just said, is about nobody but whom it names.
  const isOfOther = ({ memory, isNamed }: FoundLine): boolean =>
    names.size > 0 && !isNamed && (memory.isSaid === true || ownerOf(memory) !== undefined);
  const isWritten = ({ memory, words }: FoundLine): boolean =>
    memory.isSaid === true &&
    all.some((line) => line.memory.isSaid !== true && shareOf(stemsOf(words), line.stems) === 1);
  return {
    asked,
    names,
    stems: asked.difference(stemsOf([...names].join(" "))),
    lines: all.filter((line) => !isOfOther(line) && !isWritten(line)),
  };
}

const maxCharacters = 1_000;

/** The memory that answers a question, where one is likelier than that none does. Pure. */
export function findAnswer(compared: Compared, sureness = 0): FoundLine | undefined {
  const [best] = cluesOf(compared)
    .map(({ line, clues }) => ({ line, score: scoreOf(clues) }))
    .filter(({ score }) => score > sureness)
    .toSorted((a, b) => b.score - a.score);
  return best?.line;
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
export const findNear = ({ asked, names, lines }: Compared): readonly FoundLine[] =>
  lines.filter(
    ({ words, isNamed }) =>
      (names.size === 0 || isNamed) && shareOf(asked, stemsOf(words)) > nearEnough,
  );

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
  // Others are of the person asked about, or of the one who asks, and it is not.
  "unnamed",
  // A model found it by its meaning; it is a passage of a note.
  "meant",
  "note",
] as const;

export type Clues = Readonly<Record<(typeof clueNames)[number], number>>;

/** The clues of each line. */
export function cluesOf({
  stems,
  ...compared
}: Compared): readonly { readonly line: FoundLine; readonly clues: Clues }[] {
  const lines = newestFirst(compared.lines);
  const isAnyNamed = lines.some(({ isNamed }) => isNamed);
  return lines.map((line) => {
    const { score = 0, found, isNote } = line.memory;
    // What is of somebody else is no rival.
    const rivals = lines.filter((other) => other.isNamed || !line.isNamed);
    const others = rivals.filter((other) => other !== line);
    const shared = stems.intersection(line.stems).size;
    const clues = {
      always: 1,
      first: Number(rivals[0] === line),
      lead: score - Math.max(0, ...others.map(({ memory }) => memory.score ?? 0)),
      shared: Math.min(3, shared),
      missing: Math.min(4, stems.size - shared),
      unnamed: Number(isAnyNamed && !line.isNamed),
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
  const isRival = ({ memory, stems, isNamed }: FoundLine): boolean => {
    const lead = (best.memory.score ?? 0) - (memory.score ?? 0);
    const shared = best.stems.intersection(stems).size; // "I live in Vic", "I live in Reus".
    const isSameThing = shared * 2 >= Math.max(best.stems.size, stems.size);
    return lead < fitsAsWell && isSameThing && isNamed === best.isNamed;
  };
  const newest = lines
    .filter(isRival)
    .reduce((one, other) => (isNewer(other.memory, one.memory) ? other : one));
  return [newest, ...lines.filter((line) => line !== newest)];
}

const fitsAsWell = 0.05;

function isNewer(one: QuotedMemory, other: QuotedMemory): boolean {
  if (one.isSaid !== other.isSaid) return one.isSaid === true;
  if (one.date !== other.date) return one.date > other.date;
  return one.file === other.file && one.line > other.line;
}
