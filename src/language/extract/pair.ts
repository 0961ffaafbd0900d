import { featuresOf } from "../gate/features.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { ReadText } from "../grammar/with-date.ts";
import { likeliestKindOf } from "../kind/kind.ts";
import { readName } from "../read/subject.ts";
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
  "clipped",
  "nothing",
  "topic",
  "owner",
  "noOwner",
  "otherOwner",
  "clash",
  "coversLine",
  "otherKind",
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
  const grammars = [...new Set([...said.grammars, ...line.grammars])];
  const stated = [...new Set(wordsOf(withoutDay(said), grammars))];
  const known = [...new Set(wordsOf(withoutDay(line), grammars))];
  const shared = known.filter((stem) => hasForm(stated, stem));
  const [owner, saidOwner] = [ownerOf(line), ownerOf(said)];
  const names = [...owner, ...namesOf(line)];
  const isName = (stem: string): boolean => /\d{3}/u.test(stem) || names.includes(stem);
  const lacksOwner = isWithout(stated, owner);
  const meant = line.meant.filter((word) => !stemsOf(word).some((stem) => hasForm(known, stem)));
  const [head, knownHead] = [stated.slice(0, headWords), known.slice(0, headWords)];
  return {
    names: shared.filter(isName),
    words: shared.filter((stem) => !isName(stem)),
    manner: mannerOf(said, line),
    signs: {
      ...figuresIn(said, line),
      sure: clamp(said.sureness, -6, 3) / 3,
      pronoun: Number(said.grammars[0]?.pronouns.test(said.text)),
      meant: Math.min(2, meant.length),
      clipped: Number(stated.some((stem) => known.some((word) => isClipped(stem, word)))),
      nothing: Number(shared.length + meant.length === 0),
      topic: Number(knownHead.some((stem) => !owner.includes(stem) && hasForm(head, stem))),
      owner: Number(owner.length > 0 && !lacksOwner),
      noOwner: Number(lacksOwner),
      otherOwner: Number(isWithout(known, saidOwner)),
      clash: Number(lacksOwner && isWithout(known, [...saidOwner, ...namesOf(said)])),
      coversLine: shared.length / Math.max(1, known.length),
      otherKind: Number(areOfOtherKinds(said.text, line.text)),
    },
  };
}

/** What a text is about stands among its first words. */
const headWords = 2;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Days and numbers: another one for one of the line's, the same, or one where the line has none. */
function figuresIn(said: ReadText, line: ReadText) {
  const [day, lineDay] = [hasWeekday(said), hasWeekday(line)];
  const [date, lineDate] = [hasDate(said), hasDate(line)];
  const [stated, known] = [valuesOf(said), valuesOf(line)];
  const same = [...stated].filter((value) => known.has(value)).length;
  return {
    sameDate: Number(date && lineDate),
    newDay: Number(day && !lineDay && !lineDate),
    numberForNumber: Math.min(2, stated.size - same, known.size - same),
    sameNumber: Math.min(2, same),
    newNumber: Number(stated.size > 0 && known.size === 0),
  };
}

const hasWeekday = ({ text, grammars }: ReadText): boolean =>
  grammars.some(({ weekday }) => weekday.test(text));

const hasDate = ({ text, grammars }: ReadText): boolean =>
  grammars.some(({ findDay }) => findDay(text, anyDay) !== null);

const anyDay = "2000-01-01";

/** The numbers of a text, in digits or words; one is as often an article. */
function valuesOf({ text, grammars: [grammar] }: ReadText): ReadonlySet<number> {
  const { values } = numbersIn(text, grammar?.rules.code ?? "");
  return new Set([...values].filter((value) => value > 1));
}

function areOfOtherKinds(said: string, line: string): boolean {
  const [a, b] = [likeliestKindOf(said), likeliestKindOf(line)];
  return a !== null && b !== null && a !== b;
}

/** The sentence as the gate sees it, with one word for all that the line has too, for days and for numbers. */
function mannerOf({ text, grammars: [grammar] }: ReadText, line: ReadText): Uint32Array {
  if (grammar === undefined) return new Uint32Array();
  const known = stemsOf(line.text);
  const bare = text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    const lower = word.toLowerCase();
    if (grammar.days.has(lower.replace(/s$/u, ""))) return "dday";
    if (valuesOf({ text: word, grammars: [grammar] }).size > 0) return "0";
    const isShared = !grammar.words.has(lower) && stemsOf(word).some((one) => hasForm(known, one));
    return isShared ? "xx" : word;
  });
  const found = featuresOf(bare).map((one) => one % mannerBuckets);
  return new Uint32Array(new Set(found));
}

const hasForm = (stems: readonly string[], wanted: string): boolean =>
  stems.some((stem) => isForm(stem, wanted));

/** Some are asked for, and none is there. */
const isWithout = (stems: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && !wanted.some((stem) => stems.includes(stem));

/** The stems that carry meaning: no day or month, and no function word that is not written as a name. A number is one. */
function wordsOf(text: string, grammars: readonly Grammar[]): readonly string[] {
  const names = namesIn(text);
  return stemWords(text.replaceAll("·", "").replace(/(?<=\d)[ .:-](?=\d)/gu, ""))
    .slice(0, maxWords)
    .flatMap(({ stem, word }) => {
      const isEmpty = grammars.some(
        ({ words, days }) =>
          days.has(word.replace(/s$/u, "")) || (words.has(word) && !names.has(word)),
      );
      return isEmpty ? [] : stem;
    });
}

const maxWords = 100;

const stemsOf = (text: string): readonly string[] => wordsOf(text, []);

/** The stems of names; where all nouns have a capital letter it is no sign of one. */
const namesOf = ({ text, grammars: [grammar] }: ReadText): readonly string[] =>
  grammar?.rules.capitalNouns === true ? [] : stemsOf([...namesIn(text)].join(" "));

/** The stems of whom a text begins with: a name, or what they are to the person. */
function ownerOf({ text, grammars: [grammar] }: ReadText): readonly string[] {
  if (grammar === undefined) return [];
  const name = readName(text, grammar.words);
  const kin = grammar.kin.exec(text);
  return stemsOf(name === "" && kin?.index === 0 ? kin[0] : name);
}

/** What has a capital letter within a text, in small ones. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, 1000)
      .match(/(?<=[\p{L}\p{N}][,']?[ '])\p{Lu}[\p{L}\p{M}]+/gu)
      ?.map((name) => name.toLowerCase()),
  );

/** When something is says little about what it is: `two years ago`. */
function withoutDay({ text, grammars: [grammar] }: ReadText): string {
  const day = grammar?.findDay(text, anyDay) ?? null;
  return day === null ? text : `${text.slice(0, day.from)} ${text.slice(day.to)}`;
}

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

/** `furgo` for `furgoneta`. */
const isClipped = (short: string, word: string): boolean =>
  short.length > 2 &&
  word.length > short.length + 1 &&
  word.startsWith(short) &&
  !isForm(short, word);
