import type { Grammar } from "../offline-extract/grammar.ts";
import { readName, readSubject } from "../offline-extract/subject.ts";
import { stemWords } from "../offline-stems.ts";

/** A text, and the languages that it may be in, the likeliest first. */
interface ReadText {
  readonly text: string;
  readonly grammars: readonly Grammar[];
}

/** A line that is known. */
export interface ReadLine extends ReadText {
  /** It is about the person, who is not named in it. */
  readonly isOwn: boolean;
}

/** A sentence that says that something changed, and how sure that is, in log-odds. */
export interface SaidChange extends ReadText {
  readonly sureness: number;
}

/** What a line shares with what is said, each of its words once. */
interface Shared<Line> {
  readonly line: Line;
  readonly stems: readonly string[];
  /** Names and numbers most, other words less, a weekday, a date or a price on both sides least. */
  readonly evidence: number;
  readonly isEnough: boolean;
}

/**
 * The one known line that a change is about: it shares names, numbers and words with what is said, in one language or
 * across two, and clearly more than the next. Undefined where none does, or two do as much.
 */
export function changedLine<Line extends ReadLine>(
  said: SaidChange,
  known: readonly Line[],
): Line | undefined {
  const found = known.map((line) => sharedWith(said, line)).filter(({ stems }) => stems.length > 0);
  const rarity = (stem: string): number =>
    1 / found.filter(({ stems }) => stems.includes(stem)).length;
  const ranked = found
    .map((one) => {
      const words = one.stems.reduce((sum, stem) => sum + rarity(stem), 0);
      return { ...one, rank: words + one.evidence - one.stems.length }; // What all share tells them not apart.
    })
    .toSorted((a, b) => b.rank - a.rank);
  const [best, next] = ranked;
  if (best === undefined || !best.isEnough) return undefined;
  return next === undefined || best.rank >= next.rank * clearly ? best.line : undefined;
}

/** How much more than the next line. */
const clearly = 1.25;

/** The log-odds from which a sentence may change a line that it shares so much with: less than 2, and from so much on. */
export const leastSure: readonly (readonly [evidence: number, sureness: number])[] = [
  [3.5, -4.5],
  [2.75, -3.3],
  [2, -2.5],
  [0, -1.5],
];

function isSureEnough(sureness: number, evidence: number): boolean {
  const least = leastSure.find(([from]) => evidence >= from)?.[1] ?? 0;
  return sureness > least;
}

const weights = { name: 1.25, word: 0.75, shape: 0.5 };

/** A sentence that denies a word of the line is surer by so much. */
const denial = 2;

function sharedWith<Line extends ReadLine>(said: SaidChange, line: Line): Shared<Line> {
  const grammars = [...new Set([...said.grammars, ...line.grammars])];
  const told = wordsOf(withoutDay(said), grammars);
  const words = wordsOf(withoutDay(line), grammars);
  const common = words.filter((stem) => told.some((one) => isForm(one, stem)));
  const stems = [...new Set(common)];
  const owner = line.isOwn ? [] : ownerOf(line);
  const names = stems.filter((stem) => owner.includes(stem) || isName(stem, line.text));
  const evidence =
    names.length * weights.name +
    (stems.length - names.length) * weights.word +
    commonShapes(said, line) * weights.shape;
  const isTopic = words
    .slice(0, headWords)
    .some(
      (stem) => !owner.includes(stem) && told.slice(0, headWords).some((one) => isForm(one, stem)),
    );
  const [isOfOther, isOfOtherKin] = [isWithout(told, owner), isWithout(words, kinOf(said))];
  const needed = Math.max(
    isOfOther || isOfOtherKin ? 3 : 1,
    isWithout(words, ownerOf(said)) ? 2 : 1,
    (isOfOther && isOfOtherKin) ||
      (!isTopic && nameOthers(said, line)) ||
      (isWithout(told, nameOf(line)) && isMine(said, stems))
      ? Number.POSITIVE_INFINITY
      : 1,
  );
  const sureness = said.sureness + (denies(said, stems) ? denial : 0);
  const isEnough =
    stems.length >= needed &&
    (isTopic || evidence > weights.name) &&
    isSureEnough(sureness, evidence);
  return { line, stems, evidence, isEnough };
}

/** Some are asked for, and none is there. */
const isWithout = (stems: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && !wanted.some((stem) => stems.includes(stem));

/** Both name somebody, and nobody whom the other names; in German a capital letter is no sign of a name. */
function nameOthers(said: ReadText, line: ReadText): boolean {
  if (
    [...said.grammars.slice(0, 1), ...line.grammars.slice(0, 1)].some(
      ({ rules }) => rules.verbFinal,
    )
  )
    return false;
  const namesOf = ({ text, grammars }: ReadText): readonly string[] =>
    wordsOf([...namesIn(text)].join(" "), grammars);
  const [a, b] = [namesOf(said), namesOf(line)];
  return isWithout(wordsOf(line.text, []), a) && isWithout(wordsOf(said.text, []), b);
}

/** The stems of the name that a line begins with; in German it may be any noun. */
function nameOf({ text, grammars: [grammar] }: ReadText): readonly string[] {
  if (grammar === undefined || grammar.rules.verbFinal) return [];
  return wordsOf(readName(text, grammar.words), []);
}

/** `my dentist`: what is shared is the person's own. */
function isMine({ text, grammars }: ReadText, stems: readonly string[]): boolean {
  return grammars.some(({ rules }) => {
    const own = new RegExp(`(?<!\\p{L})(?:${rules.my}) (\\p{L}+)`, "giu");
    return [...text.slice(0, 1000).matchAll(own)].some(([, thing = ""]) =>
      wordsOf(thing, []).some((word) => stems.some((stem) => isForm(word, stem))),
    );
  });
}

/** What a text is about stands among its first words. */
const headWords = 2;

/** The stems that carry meaning: no day or month, and no function word that is not written as a name. A number is one. */
function wordsOf(text: string, grammars: readonly Grammar[]): readonly string[] {
  const names = namesIn(text);
  return stemWords(text.replaceAll("·", "").replace(/(?<=\d)[ .:-](?=\d)/gu, ""))
    .slice(0, mostWords)
    .flatMap(({ stem, word }) => {
      const isEmpty = grammars.some(
        ({ words, days }) =>
          days.has(word.replace(/s$/u, "")) || (words.has(word) && !names.has(word)),
      );
      return isEmpty ? [] : stem;
    });
}

const mostWords = 100;

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
  const day = grammar?.findDay(text, "2000-01-01") ?? null;
  return day === null ? text : `${text.slice(0, day.from)} ${text.slice(day.to)}`;
}

/** A long number, or what is written as a name. */
function isName(stem: string, text: string): boolean {
  return /\d{3}/u.test(stem) || wordsOf([...namesIn(text)].join(" "), []).includes(stem);
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

/** Weekdays, dates and prices that are in both. */
function commonShapes(one: ReadText, other: ReadText): number {
  const [a, b] = [shapesOf(one), shapesOf(other)];
  return a.filter((shape) => b.includes(shape)).length;
}

function shapesOf({ text, grammars }: ReadText): readonly string[] {
  const found: string[] = [];
  if (grammars.some(({ weekday }) => weekday.test(text))) found.push("weekday");
  if (grammars.some(({ findDay }) => findDay(text, "2000-01-01") !== null)) found.push("date");
  if (/[€$£]|(?<!\p{L})(?:euros?|pounds?|dollars?|pfund|libras|lliures|livres)/iu.test(text))
    found.push("price");
  return found;
}

/** `isn't Wednesdays`, `kein Junge`: one of these stems follows soon after a denial. */
function denies({ text }: ReadText, stems: readonly string[]): boolean {
  return [...text.matchAll(negations)].some(({ index }) =>
    wordsOf(text.slice(index, index + 40), [])
      .slice(0, 3)
      .some((word) => stems.some((stem) => isForm(word, stem))),
  );
}

const negations =
  /(?<!\p{L})(?:not|no|never|\p{L}+n't|nunca|mai|jamais|pas|plus|não|nicht|kein\p{L}*|nie|non)(?!\p{L})/giu;

/** The stems of the one that a text begins with, by name or by what they are to the person. */
function ownerOf({ text, grammars: [grammar] }: ReadText): readonly string[] {
  if (grammar === undefined) return [];
  return wordsOf(readSubject(text, grammar)?.text ?? "", []);
}

function kinOf(text: ReadText): readonly string[] {
  const kin = text.grammars[0]?.kin.exec(text.text);
  return kin?.index === 0 ? ownerOf(text) : [];
}
