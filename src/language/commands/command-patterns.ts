import { baseLanguage } from "../../models/base-language.ts";
import { formsIn, tablesOf } from "../languages.ts";
import { foldLetters } from "../text/letters.ts";
import type { CommandWords } from "../types/command-words.ts";

/** How the commands of one language are read in a folded utterance; the group `rest` holds the person's own words. */
export interface CommandPatterns {
  /** Whether the utterance is this and no more, but for politeness. */
  readonly is: (name: WholeCommand, folded: string) => boolean;
  readonly misheard: readonly RegExp[];
  readonly corrected: readonly RegExp[];
  readonly forget: readonly RegExp[];
  readonly remark: RegExp;
  readonly plainYes: RegExp;
  readonly plainNo: RegExp;
}

type WholeCommand = (typeof wholeCommands)[number];

/** Those of its language and English first, for people mix their languages; `isOwn` for these two. */
export function patternsFor(language: string): readonly (CommandPatterns & { isOwn: boolean })[] {
  const own = new Set([baseLanguage(language), "en"]);
  return [...new Set([...own, ...patternsByLanguage.keys()])].flatMap((code) => {
    const patterns = patternsByLanguage.get(code);
    return patterns === undefined ? [] : [{ ...patterns, isOwn: own.has(code) }];
  });
}

const wholeCommands = [
  "forget_that",
  "misheard",
  "end",
  "stop",
  "repeat",
  "help",
  "yes",
  "no",
  "too_much",
] as const;

function compileWords(words: CommandWords): CommandPatterns {
  const around = aroundOf(words);
  const wholes = new Map(
    wholeCommands.map((name) => {
      const forms = formsIn(words[name]).filter((form) => !form.includes(restMark));
      return [name, around(eitherOf(forms))];
    }),
  );
  const withRest = (forms: string, rest: string): RegExp[] =>
    formsIn(forms)
      .filter((form) => form.includes(restMark))
      .map((form) => around(form.split(restMark).map(toPattern).join(rest)));
  const first = (forms: string): RegExp => around(eitherOf(formsIn(forms).slice(0, 1)));
  return {
    is: (name, folded) => wholes.get(name)?.test(folded) === true,
    misheard: withRest(words.misheard, "(?<rest>.+)"),
    corrected: formsIn(words.corrected).map(bare),
    // Politeness at the end is not part of what is to be forgotten.
    forget: withRest(words.forget, "(?<rest>.+?)"),
    remark: new RegExp(`(?:^|[ ,])${eitherOf(formsIn(words.remark))}(?![^ ,])`, "u"),
    plainYes: first(words.yes),
    plainNo: first(words.no),
  };
}

/** Matches a form with nothing before it but Loci's name: "and I said Ana" is part of a story. */
function bare(form: string): RegExp {
  const body = form.split(restMark).map(toPattern).join("(?<rest>[^ ,]+(?:,? [^ ,]+){0,2})");
  return new RegExp(`^(?:${eitherOf(names)},? )?${body}$`, "du");
}

const restMark = "REST";
const names = ["loci", "loki"];

const eitherOf = (forms: readonly string[]): string => `(?:${forms.map(toPattern).join("|")})`;

/** Makes a pattern take a whole utterance, with politeness allowed before and after it. */
function aroundOf({ opening, closing }: CommandWords): (body: string) => RegExp {
  const before = [...names, ...formsIn(opening)].map((form) => {
    const isApart = form.endsWith(","); // "no, para" is a command, "no para" a statement.
    return isApart ? `${toPattern(form.slice(0, -1))}, ` : `${toPattern(form)},? `;
  });
  const behind = [...names, ...formsIn(closing)].map((form) => `,? ${toPattern(form)}`);
  return (body) =>
    new RegExp(`^(?:${before.join("|")}){0,4}${body}(?:${behind.join("|")}){0,3}$`, "du");
}

/** As utterances are folded; between two words punctuation may stand, and must where there is a comma. */
const toPattern = (form: string): string =>
  foldLetters(form).replace(/(,?)[ -]/g, (_, comma: string) => (comma === "" ? ",? " : ", "));

const patternsByLanguage: ReadonlyMap<string, CommandPatterns> = new Map(
  [...tablesOf("commands")].map(([language, words]) => [language, compileWords(words)]),
);
