import { formsByPlace, tablesOf, wordsIn } from "../languages.ts";
import { foldText } from "./letters.ts";

/** The numbers of a text, in digits or in words of its language; `isWhole` is false where a word may hold a number that is not known. */
export function numbersIn(
  text: string,
  language: string,
): { readonly values: ReadonlySet<number>; readonly isWhole: boolean } {
  const words = foldText(text).replace(groups, "").replace(fourTwenties, "quatrevingt");
  const values = new Set<number>();
  const known = valuesByLanguage.get(language);
  let run: number[] = [];
  let isWhole = known !== undefined;
  const endRun = (): void => {
    for (const value of readRun(run)) values.add(value);
    run = [];
  };
  for (const word of words.match(/\p{N}+|\p{L}+/gu) ?? []) {
    const parts = known === undefined ? undefined : partsOf(word, known);
    if (parts !== undefined) run.push(sumOf(parts));
    else if (!joins.has(word)) endRun();
    if (/^\p{N}/u.test(word)) values.add(Number(word));
    if (parts === undefined && compound.test(word)) isWhole = false;
  }
  endRun();
  return { values, isWhole };
}

/** The values of the parts of a number word ("fünfundzwanzig", "trentacinque"); undefined where it is no number. */
function partsOf(word: string, known: ReadonlyMap<string, number>): readonly number[] | undefined {
  const value = known.get(word);
  if (value !== undefined) return [value];
  if (word.length > longestWord) return undefined;
  for (let end = word.length - shortestPart; end >= shortestPart; end--) {
    const head = known.get(word.slice(0, end));
    const rest =
      head === undefined ? undefined : partsOf(word.slice(end).replace(/^und/, ""), known);
    if (head !== undefined && rest !== undefined) return [head, ...rest];
  }
  return undefined;
}

/** "Dreihundertfünfundsechzigtausend" is about as long as they get. */
const longestWord = 40;
const shortestPart = 3;
/** Is 80, not 4 and 20. */
const fourTwenties = /\bquatre[ -]vingts?\b/g;
/** "1.950" and "1,950" are 1950. */
const groups = /(?<=\d)[.,](?=\d{3}(?!\d))/g;
/** What stands within a number: "nine hundred and fifty". */
const joins: ReadonlySet<string> = new Set("and y i e et und".split(" "));
/** German writes a number as one word, which may hold a part that is not known. */
const compound = /\p{L}(?:hundert|tausend|zig)/u;

/** "Nine hundred and fifty" is 950, and so is "nine fifty"; "six one two" is 612. */
function readRun(run: readonly number[]): readonly number[] {
  if (run.length < 2) return run;
  const isSpelled = run.every((value) => value < 10);
  const isPaired =
    run.length === 2 &&
    run.every((value, i) => (i === 0 ? value <= 20 : value >= 10 && value < 100));
  const joined = isSpelled || isPaired ? [Number(run.join(""))] : [];
  return [...run, sumOf(run), ...joined];
}

function sumOf(values: readonly number[]): number {
  let all = 0;
  let part = 0;
  for (const value of values) {
    if (value === 1000) {
      all += (part || 1) * value;
      part = 0;
    } else part = value === 100 ? (part || 1) * value : part + value;
  }
  return all + part;
}

const valuesByLanguage: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  [...tablesOf("numbers")].map(([language, words]) => {
    const upToTwenty = formsByPlace(words).flatMap((forms, i) =>
      forms.filter(isNumber).map((form) => [foldText(form), i + 1] as const),
    );
    const more = wordsIn(tablesOf("moreNumbers").get(language) ?? "");
    const larger = more.flatMap((word, i) =>
      i % 2 === 0 ? [[word, Number(more[i + 1])] as const] : [],
    );
    return [language, new Map([...upToTwenty, ...larger])];
  }),
);

/** "A" is an article, "a couple of" several words. */
function isNumber(form: string): boolean {
  return form.length > 1 && !form.includes(" ");
}
