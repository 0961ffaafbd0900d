import { baseLanguage } from "../../models/base-language.ts";
import type { en } from "../en.ts";
import { formsByPlace, formsIn, tablesOf, wordsIn } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { emptyWordsOf } from "../text/stems.ts";
import { after, anywhere, before, expand } from "./compile.ts";
import { createFindDay, type FindDay } from "./days.ts";

/** A language in which statements are read, ready to match; what each part is for stands in `en.ts`. */
export interface Grammar {
  /** Two letters. */
  readonly code: string;
  readonly findDay: FindDay;
  /** Names of days and months; none so short that it is another word too. */
  readonly days: ReadonlySet<string>;
  readonly weekday: RegExp;
  readonly each: RegExp;
  readonly past: RegExp;
  readonly connectors: RegExp;
  readonly marks: Readonly<Record<Mark, RegExp>>;
  /** All nouns have a capital letter. */
  readonly hasCapitalNouns: boolean;
  /** So frequent that it carries no content. */
  isFrequent(word: string): boolean;
  /** The first relative of the person that a text names, with `my`; "" where none. */
  kinIn(text: string): string;
}

/** `start`: fillers, corrections and requests before what matters. */
type Mark =
  | "start"
  | "correction"
  | "material"
  | "takeBack"
  | "offRecord"
  | "forget"
  | "offer"
  | "subjects"
  | "pronouns";

const beforeWeekday = "on|el|els|los|la|las|le|les|na|no|à|às|ao|aos|em|am|every|cada|jeden";

/** The languages in which statements are read. */
export const grammars: readonly Grammar[] = [...tablesOf("statements")].map(([code, words]) =>
  createGrammar(code, words),
);

/** The rules of a language by its code (`ca`, `pt-BR`); undefined where it has none. */
export function grammarOf(language: string): Grammar | undefined {
  const code = baseLanguage(language);
  return grammars.find((grammar) => grammar.code === code);
}

const maxLanguages = 3;

/** The language that a text is said to be in, then those whose frequent words it has; three at most. */
export function grammarsFor(text: string, language: string): readonly Grammar[] {
  const own = grammarOf(language);
  const words = text.match(/[\p{L}·-]+(?:'\p{Ll}{1,2}(?!\p{L}))?/gu) ?? [];
  const scored = grammars.map((grammar) => ({
    grammar,
    isOwn: Number(grammar === own),
    score: words.filter(grammar.isFrequent).length,
  }));
  const best = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .filter(({ isOwn, score }) => isOwn === 1 || score * 2 >= best)
    .sort((a, b) => b.isOwn - a.isOwn || b.score - a.score)
    .slice(0, maxLanguages)
    .map(({ grammar }) => grammar);
}

function createGrammar(code: string, words: typeof en.statements): Grammar {
  const calendar = {
    months: tablesOf("months").get(code) ?? "",
    weekdays: tablesOf("weekdays").get(code) ?? "",
    numbers: tablesOf("numbers").get(code) ?? "",
  };
  const days = tablesOf("days").get(code);
  const frequent = emptyWordsOf(code);
  const any = (forms: string): string => formsIn(forms).join("|");
  const sourceOf = (list: string): string => formsByPlace(list).flat().join("|");
  const lists = { weekday: sourceOf(calendar.weekdays), months: sourceOf(calendar.months) };
  const polite = `(?:(?:${any(tablesOf("asking").get(code) ?? "")})[ ,]+)*`;
  const corrections = formsIn(words.corrections)
    .map((form) => form.replace(/,$/u, "(?= ?[,.:;…–-])"))
    .join("|");
  const first = (forms: string): RegExp => new RegExp(`^${polite}(?:${any(forms)})${after}`, "iu");
  const start = `(?:(?:${any(tablesOf("fillers").get(code) ?? "")}|${corrections})${after}[ ,.:;…–-]*)*`;
  const kin = new RegExp(
    `${before}(?:${any(words.my)}) (?:\\p{L}+ )?(?:${wordsIn(tablesOf("kin").get(code) ?? "").join("|")})${after}`,
    "iu",
  );
  return {
    code,
    findDay: days === undefined ? () => null : createFindDay({ ...days, ...calendar }),
    days: new Set(`${calendar.weekdays} ${calendar.months}`.match(/[^\s,]{5,}/gu)),
    weekday: anywhere(`(?:(?:${beforeWeekday}) )?(?:${lists.weekday})s?`),
    each: anywhere(expand(any(words.each), lists)),
    past: anywhere(any(words.past)),
    connectors: new RegExp(`(?:, |; | )(?:(?:${any(words.connectors)}) )|[,;:] | [-–—] `, "giu"),
    marks: {
      start: new RegExp(`^${start}`, "iu"),
      correction: new RegExp(`^(?:(?:${corrections})${after}[ ,.:;…–-]*)+`, "iu"),
      material: first(words.material),
      takeBack: first(words.takeBack),
      offRecord: anywhere(any(words.offRecord)),
      forget: new RegExp(
        `(?:^|[,;:] |${before}(?:${any(words.connectors)}) )${polite}(?:${any(words.forget)})${after}`,
        "iu",
      ),
      offer: first(words.offer),
      subjects: first(`${words.subjects} | ${words.my}`),
      pronouns: first(words.pronouns),
    },
    hasCapitalNouns: tablesOf("capitalNouns").get(code) === true,
    isFrequent: (word) => frequent.has(foldText(word)),
    kinIn: (text) => kin.exec(foldText(text))?.[0] ?? "",
  };
}
