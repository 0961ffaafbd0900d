import { featuresOf } from "../gate/features.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { ReadText } from "../grammar/with-date.ts";
import { readName } from "../read/subject.ts";
import { foldText } from "../text/letters.ts";
import { numbersIn } from "../text/number-words.ts";
import { stemWords } from "../text/stems.ts";

/** A line that is known. */
export interface ReadLine extends ReadText {
  /** Words of what was said that it says in other words, or in another language. */
  readonly meant: readonly string[];
}

/** A sentence that may say that something changed, and how sure that is, in log-odds. */
export interface SaidChange extends ReadText {
  readonly sureness: number;
}

/** What a sentence shares with a line, and how it stands to it. */
export interface Pair {
  /** Stems that both have, each once; those of names and long numbers apart. */
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** What does not hang on other lines. */
  readonly signs: Readonly<Record<Sign, number>>;
  /** How it is said, as hashed features, whatever it is about. */
  readonly manner: Uint32Array;
}

/** Evidence that a sentence changes a line; each has a weight of its own. */
export const signs = [
  "sure",
  "pronoun",
  "meant",
  "topic",
  "owner",
  "noOwner",
  "otherOwner",
  "clash",
  "coversLine",
  "sameDate",
  "newDay",
  "numberForNumber",
  "sameNumber",
  "newNumber",
] as const;
type Sign = (typeof signs)[number];

/** Buckets for how a sentence is said (a power of two). */
export const mannerBuckets = 2 ** 15;

/** Compares a sentence with a line. */
export function readPair(said: SaidChange, line: ReadLine): Pair {
  const [a, b] = [read(said), read(line)];
  const shared = b.stems.filter((stem) => hasForm(a.stems, stem));
  const names = [...b.owner, ...b.names];
  const isName = (stem: string): boolean => /\d{3}/u.test(stem) || names.includes(stem);
  const lacksOwner = isWithout(a.stems, b.owner);
  const meant = line.meant.filter((word) => !stemsOf(word).some((stem) => hasForm(b.stems, stem)));
  const [head, knownHead] = [a.stems.slice(0, headWords), b.stems.slice(0, headWords)];
  const same = a.numbers.filter((value) => b.numbers.includes(value)).length;
  return {
    names: shared.filter(isName),
    words: shared.filter((stem) => !isName(stem)),
    manner: mannerOf(said, b.all),
    signs: {
      sure: Math.max(-6, Math.min(3, said.sureness)) / 3,
      pronoun: Number(said.grammars[0]?.marks.pronouns.test(said.text)),
      meant: Math.min(2, meant.length),
      topic: Number(knownHead.some((stem) => !b.owner.includes(stem) && hasForm(head, stem))),
      owner: Number(b.owner.length > 0 && !lacksOwner),
      noOwner: Number(lacksOwner),
      otherOwner: Number(isWithout(b.stems, a.owner)),
      clash: Number(lacksOwner && isWithout(b.stems, [...a.owner, ...a.names])),
      coversLine: shared.length / Math.max(1, b.stems.length),
      sameDate: Number(a.hasDay && b.hasDay),
      newDay: Number(a.hasWeekday && !b.hasWeekday && !b.hasDay),
      numberForNumber: Math.min(2, a.numbers.length - same, b.numbers.length - same),
      sameNumber: Math.min(2, same),
      newNumber: Number(a.numbers.length > 0 && b.numbers.length === 0),
    },
  };
}

/** What a text is about stands among its first words. */
const headWords = 2;

/** What a text has that may be compared; where its day is says little about what it is: `two years ago`. */
function read({ text, grammars }: ReadText) {
  const [grammar] = grammars;
  const day = grammar?.findDay(text, anyDay) ?? null;
  const timeless = day === null ? text : `${text.slice(0, day.from)} ${text.slice(day.to)}`;
  const { values } = numbersIn(text, grammar?.code ?? "");
  return {
    all: stemsOf(text),
    stems: [...new Set(wordsOf(timeless, grammars))],
    owner: ownerOf(text, grammar),
    // Where all nouns have a capital letter it is no sign of a name.
    names: grammar?.hasCapitalNouns === true ? [] : stemsOf([...namesIn(text)].join(" ")),
    hasDay: day !== null,
    hasWeekday: grammars.some(({ weekday }) => weekday.test(text)),
    numbers: [...values].filter((value) => value > 1), // One is as often an article.
  };
}

const anyDay = "2000-01-01";

/** The sentence as the gate sees it, with one word for all that the line has too, for days and for numbers. */
function mannerOf({ text, grammars: [grammar] }: ReadText, known: readonly string[]): Uint32Array {
  if (grammar === undefined) return new Uint32Array();
  const bare = text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (grammar.days.has(lower.replace(/s$/u, ""))) return "dday";
    if ([...numbersIn(word, grammar.code).values].some((value) => value > 1)) return "0";
    const isShared =
      !grammar.isFrequent(lower) && stemsOf(word).some((stem) => hasForm(known, stem));
    return isShared ? "xx" : word;
  });
  return new Uint32Array(new Set(featuresOf(bare).map((one) => one % mannerBuckets)));
}

const hasForm = (stems: readonly string[], wanted: string): boolean =>
  stems.some((stem) => isForm(stem, wanted));

/** Some are asked for, and none is there. */
const isWithout = (stems: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && !wanted.some((stem) => stems.includes(stem));

/** The stems that carry meaning: no day or month, and no frequent word that is not written as a name. A number is one. */
function wordsOf(text: string, grammars: readonly Grammar[]): readonly string[] {
  const names = namesIn(text);
  return stemWords(text.replaceAll("·", "").replace(/(?<=\d)[ .:-](?=\d)/gu, ""))
    .slice(0, maxWords)
    .flatMap(({ stem, word }) => {
      const isEmpty = grammars.some(
        ({ isFrequent, days }) =>
          days.has(word.replace(/s$/u, "")) || (isFrequent(word) && !names.has(word)),
      );
      return isEmpty ? [] : stem;
    });
}

const maxWords = 100;

const stemsOf = (text: string): readonly string[] => wordsOf(text, []);

/** The stems of whom a text begins with: a name, or what they are to the person. */
function ownerOf(text: string, grammar: Grammar | undefined): readonly string[] {
  if (grammar === undefined) return [];
  const name = readName(text, grammar.isFrequent);
  const kin = grammar.kinIn(text);
  return stemsOf(name === "" && foldText(text).startsWith(kin) ? kin : name);
}

/** What has a capital letter within a text, in small ones. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, 1000)
      .match(/(?<=[\p{L}\p{N}][,']?[ '])\p{Lu}[\p{L}\p{M}]+/gu)
      ?.map((name) => name.toLowerCase()),
  );

/** Two stems of one word: equal, one the beginning of the other, or in German the end of a compound. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\d/u.test(short)) return false;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return (
    common >= Math.max(5, long.length * 0.6) ||
    (common === short.length && common >= long.length * 0.7) ||
    (short.length > 4 && long.endsWith(short))
  );
}
