import { baseLanguage } from "../../models/base-language.ts";
import { formsIn, tablesOf } from "../languages.ts";
import { foldLetters } from "../text/letters.ts";
import type { CommandWords } from "../types/command-words.ts";

/** Patterns for a folded utterance; the group `rest` holds the person's own words. */
export interface CommandPatterns extends Readonly<Record<WholeCommand, RegExp>> {
  readonly misheardRest: readonly RegExp[];
  readonly corrected: readonly RegExp[];
  readonly forget: readonly RegExp[];
  readonly too_much: RegExp;
  readonly remark: RegExp;
  /** Plain yes and no, as they are understood in conversations in another language too. */
  readonly plainYes: RegExp;
  readonly plainNo: RegExp;
}

type WholeCommand =
  | ("forget_that" | "misheard" | "end" | "stop")
  | ("repeat" | "help" | "yes" | "no");

interface CommandTable {
  readonly patterns: CommandPatterns;
  /** It is the language of the conversation, or English. */
  readonly isOwn: boolean;
}

/** The tables by which an utterance is read: those of its language and English first, for people mix their languages. */
export function tablesFor(language: string): readonly CommandTable[] {
  const own = new Set([baseLanguage(language), "en"]);
  return [...new Set([...own, ...patternsByLanguage.keys()])].flatMap((code) => {
    const patterns = patternsByLanguage.get(code);
    return patterns === undefined ? [] : [{ patterns, isOwn: own.has(code) }];
  });
}

/** Compiles the command words of one language. */
function compileWords(words: CommandWords): CommandPatterns {
  const around = aroundOf(words);
  const whole = (list: string, most?: number): RegExp => {
    const forms = formsIn(list).slice(0, most);
    return around(either(forms.filter((form) => !form.includes(restMark)).map(toPattern)));
  };
  const withRest = (list: string, rest: string): RegExp[] =>
    formsIn(list)
      .filter((form) => form.includes(restMark))
      .map((form) => around(form.split(restMark).map(toPattern).join(rest)));
  const anyForm = (list: string): string => either(formsIn(list).map(toPattern));
  return {
    forget_that: whole(words.forget_that),
    misheard: whole(words.misheard),
    misheardRest: withRest(words.misheard, "(?<rest>.+)"),
    corrected: formsIn(words.corrected).map(bare),
    // Politeness at the end is not part of what is to be forgotten.
    forget: withRest(words.forget, "(?<rest>.+?)"),
    too_much: new RegExp(`^(?:${anyForm(words.too_much)})$`, "u"),
    remark: new RegExp(`(?:^|[ ,])(?:${anyForm(words.remark)})(?![^ ,])`, "u"),
    end: whole(words.end),
    stop: whole(words.stop),
    repeat: whole(words.repeat),
    help: whole(words.help),
    yes: whole(words.yes),
    no: whole(words.no),
    plainYes: whole(words.yes, 1),
    plainNo: whole(words.no, 1),
  };
}

/** Matches a form with nothing before it but Loci's name: "and I said Ana" is part of a story. */
function bare(form: string): RegExp {
  const body = form.split(restMark).map(toPattern).join("(?<rest>[^ ,]+(?:,? [^ ,]+){0,2})");
  return new RegExp(`^(?:${either(names)},? )?${body}$`, "du");
}

const restMark = "REST";
const names = ["loci", "loki"];

const either = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

/** Makes a pattern take a whole utterance, with politeness allowed before and after it. */
function aroundOf({ opening, closing }: CommandWords): (body: string) => RegExp {
  const before = [...names, ...formsIn(opening)].map((form) => {
    const isApart = form.endsWith(","); // "no, para" is a command, "no para" a statement.
    return isApart ? `${toPattern(form.slice(0, -1))}, ` : `${toPattern(form)},? `;
  });
  const behind = [...names, ...formsIn(closing)].map((form) => `,? ${toPattern(form)}`);
  return (body) => new RegExp(`^${either(before)}{0,4}${body}${either(behind)}{0,3}$`, "du");
}

/** As utterances are folded; between two words punctuation may stand, and must where there is a comma. */
const toPattern = (form: string): string =>
  foldLetters(form).replace(/(,?)[ -]/g, (_, comma: string) => (comma === "" ? ",? " : ", "));

const patternsByLanguage: ReadonlyMap<string, CommandPatterns> = new Map(
  [...tablesOf("commands")].map(([language, words]) => [language, compileWords(words)]),
);
