import { baseLanguage } from "../../models/base-language.ts";
import type { en } from "../en.ts";
import { formsIn, tablesOf } from "../languages.ts";
import { foldLetters } from "../text/letters.ts";

const wholeCommands = ["forget_that", "end", "stop", "repeat", "help", "yes", "no"] as const;

/** What an utterance can be as a whole. */
type WholeCommand = (typeof wholeCommands)[number];

/** How the commands of one language are read in a folded utterance. */
export interface CommandPatterns {
  /** Its language is that of the conversation, or English: people mix their languages. */
  readonly isOwn: boolean;
  /** Whether the utterance is this and no more, but for politeness. */
  is(name: WholeCommand, folded: string): boolean;
  /** Where the person's own words stand behind "forget". */
  forgotten(folded: string): readonly [from: number, to: number] | undefined;
}

/** Those of its language and English first. */
export function patternsFor(language: string): readonly CommandPatterns[] {
  const own = new Set([baseLanguage(language), "en"]);
  return [...new Set([...own, ...patternsByLanguage.keys()])].flatMap((code) => {
    const patterns = patternsByLanguage.get(code);
    return patterns === undefined ? [] : { ...patterns, isOwn: own.has(code) };
  });
}

function compileWords(words: typeof en.commands): Omit<CommandPatterns, "isOwn"> {
  const around = aroundOf(words);
  const wholes = new Map(
    wholeCommands.map((name) => [name, around(eitherOf(formsIn(words[name])))]),
  );
  // Politeness at the end is not part of what is to be forgotten.
  const forget = formsIn(words.forget).map((form) =>
    around(form.split("REST").map(toPattern).join("(?<rest>.+?)")),
  );
  return {
    is: (name, folded) => wholes.get(name)?.test(folded) === true,
    forgotten(folded) {
      for (const pattern of forget) {
        const place = pattern.exec(folded)?.indices?.groups?.rest;
        if (place !== undefined) return place;
      }
      return undefined;
    },
  };
}

const eitherOf = (forms: readonly string[]): string => `(?:${forms.map(toPattern).join("|")})`;

/** Makes a pattern take a whole utterance, with politeness and Loci's name allowed before and after it. */
function aroundOf({ opening, closing }: typeof en.commands): (body: string) => RegExp {
  const before = ["loci", "loki", ...formsIn(opening)].map((form) => {
    const isApart = form.endsWith(","); // "no, para" is a command, "no para" a statement.
    return isApart ? `${toPattern(form.slice(0, -1))}, ` : `${toPattern(form)},? `;
  });
  const behind = ["loci", "loki", ...formsIn(closing)].map((form) => `,? ${toPattern(form)}`);
  return (body) =>
    new RegExp(`^(?:${before.join("|")}){0,4}${body}(?:${behind.join("|")}){0,3}$`, "du");
}

/** As utterances are folded; between two words punctuation may stand, and must where there is a comma. */
const toPattern = (form: string): string =>
  foldLetters(form).replace(/(,?)[ -]/g, (_, comma: string) => (comma === "" ? ",? " : ", "));

const patternsByLanguage: ReadonlyMap<string, Omit<CommandPatterns, "isOwn">> = new Map(
  [...tablesOf("commands")].map(([language, words]) => [language, compileWords(words)]),
);
