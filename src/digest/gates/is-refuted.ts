import { sentencesOf } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { isNegative } from "./polarity.ts";
import { negationsOf, type StemText } from "./same-fact.ts";
import {
  foldedWords,
  isForm,
  minSupport,
  nameForms,
  namesIn,
  supportFor,
  withoutDates,
} from "./support.ts";

/** What may stand behind a text. */
interface Spoken {
  /** What it comes from. */
  readonly said: string;
  /** All that the person said or agreed to, where a "she" is named. */
  readonly named: string;
  readonly stem: StemText;
  readonly language: string;
  readonly assumed: readonly string[];
  /** It was said in another language, which has other names for places and people. */
  readonly isTranslated: boolean;
}

/**
 * True for a text with a number or a name that was not said, that denies what was affirmed or affirms what was denied, or
 * whose denial or numbers go with other names and numbers than they were said with. Pure.
 */
export function isRefuted(text: string, spoken: Spoken): boolean {
  const { said, language, isTranslated } = spoken;
  return (
    (!isTranslated && (hasNewNumber(text, said, language) || hasNewName(text, spoken))) ||
    isTurnedAround(text, spoken)
  );
}

/** A year may come of "last year", but not where another number was said and has gone. */
function hasNewNumber(text: string, said: string, language: string): boolean {
  const { values, isWhole } = numbersIn(said, language);
  if (!isWhole) return false;
  const own = numbersIn(text, language).values;
  const hasLost = [...values].some((number) => number >= 100 && !own.has(number));
  const compared = hasLost ? text.replace(/\b(19|20)(?=\d\d\b)/g, "0$1") : text;
  const numbers = [...numbersIn(withoutDates(compared), language).values];
  return numbers.some((number) => number > 1 && !values.has(number));
}

/** German writes all its nouns as others write names. */
function hasNewName(text: string, { named, language, assumed }: Spoken): boolean {
  if (language === "de") return false;
  const there = new Set([named, ...assumed].flatMap(foldedWords));
  const names = namesIn(withoutDates(text)).flatMap(foldedWords);
  return names.some(
    (name) => !nameForms(name).some((one) => there.has(one)) && !isDay(name, language),
  );
}

function isTurnedAround(
  text: string,
  { said, stem, language, assumed, isTranslated }: Spoken,
): boolean {
  const isNear = (words: string, given: readonly string[] = assumed): boolean =>
    supportFor(text, words, { stem, language, assumed: given }) >= minSupport;
  const named = language === "de" ? assumed : [...assumed, ...namesIn(text)];
  const sentences = sentencesOf(said);
  const ofThem = sentences.filter((words) => isNear(words));
  const alike = sentences.filter((words) => isNear(words, named));
  // A statement about a person may stand in another sentence than the name; one about another counts only then.
  const both = ofThem.filter((words) => alike.includes(words));
  const whole = [both, alike, ofThem].find((some) => some.length > 0) ?? [];
  const near = whole.flatMap((sentence) => {
    const parts = sentence.split(clause);
    if (clause.test(text)) return [sentence, ...parts.filter((part) => isNear(part))];
    const shared = parts.map((part) => sharedEnd(text, part, { stem, language }));
    const most = Math.max(...shared);
    return most === 0 ? [sentence] : parts.filter((_, i) => shared[i] === most);
  });
  if (near.length === 0) return false;
  return (
    near.every((words) => isNegative(words) !== isNegative(text)) ||
    (!isTranslated && whole.every((words) => isReordered(text, words, language)))
  );
}

/** How many of the last words of a text, which hold what is new, another text has. */
function sharedEnd(
  text: string,
  other: string,
  { stem, language }: Pick<Spoken, "stem" | "language">,
): number {
  const content = stem(withoutDates(text), language).content;
  const there = stem(other, language).content;
  return content
    .slice(Math.floor(content.length / 2))
    .filter((word) => there.some((one) => isForm(one, word))).length;
}

/** "30 euros, not 80" stated as "80 euros, not 30". */
function isReordered(text: string, words: string, language: string): boolean {
  const names = new Set(
    language === "de" ? [] : [...namesIn(text), ...namesIn(words)].flatMap(foldedWords),
  );
  const marksOf = (one: string): string[] =>
    withoutDates(one)
      .split(/\s+/)
      .flatMap((word) => {
        if (negationsOf(word).length > 0) return ["¬"];
        const [folded = ""] = foldedWords(word);
        if (/^\d+$/.test(folded)) return [folded];
        return names.has(folded) && !isDay(folded, language) ? [folded] : [];
      });
  const said = marksOf(words);
  const stated = marksOf(text).filter((mark) => said.includes(mark));
  const isPaired = stated.includes("¬") || stated.filter((mark) => /^\d/.test(mark)).length > 1;
  let at = 0;
  return (
    isPaired &&
    stated.some((mark) => {
      at = said.indexOf(mark, at) + 1;
      return at === 0;
    })
  );
}

/** Where a part of a sentence may deny what another affirms. */
const clause =
  /[,;:]|(?<!\p{L})(?:but|pero|sino|però|sinó|mais|mas|aber|sondern|ma)(?!\p{L})|(?<!\p{L})(?:and|und|et|y|e|i) (?=(?:I|he|she|we|they|it|ich|er|sie|wir|es|je|j|il|elle|on|nous|ils|elles|yo|él|ella|ellos|jo|ell|ells|eu|ele|ela|eles|io|lui|lei|noi|loro)(?!\p{L}))/u;

/** "Tomorrow" becomes a day or a month; seldom asked, so that nothing is kept for it. */
function isDay(name: string, language: string): boolean {
  const names = [{ weekday: "long" } as const, { month: "long" } as const].flatMap((part) => {
    const format = new Intl.DateTimeFormat(/^[a-z]{2,3}$/.test(language) ? language : "en", {
      ...part,
      timeZone: "UTC",
    });
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)));
  });
  return names.flatMap(foldedWords).some((day) => day === name || `${day}s` === name);
}
