import { foldLetters } from "../fold-letters.ts";
import type { CommandWords } from "./command-words.ts";

/** Patterns over a folded utterance; those with words of the person's own give their place as the group `rest`. */
export interface CommandPatterns {
  readonly forget_that: RegExp;
  readonly misheard: RegExp;
  readonly misheardRest: readonly RegExp[];
  readonly corrected: readonly RegExp[];
  readonly forget: readonly RegExp[];
  readonly too_much: RegExp;
  readonly remark: RegExp;
  readonly end: RegExp;
  readonly stop: RegExp;
  readonly repeat: RegExp;
  readonly help: RegExp;
  readonly yes: RegExp;
  readonly no: RegExp;
  /** Plain yes and no, as they are understood in conversations in another language too. */
  readonly plainYes: RegExp;
  readonly plainNo: RegExp;
}

/** Makes patterns of the words of one language. */
export function compileWords(words: CommandWords): CommandPatterns {
  const around = aroundOf(words);
  const whole = (forms: readonly string[]): RegExp => around(either(forms.map(toPattern)));
  const withRest = (forms: readonly string[], rest: string): RegExp[] =>
    forms
      .filter((form) => form.includes(restMark))
      .map((form) => around(form.split(restMark).map(toPattern).join(rest)));
  const { end, stop, repeat, help, yes, no } = words;
  return {
    forget_that: whole(words.forget_that),
    misheard: whole(words.misheard.filter((form) => !form.includes(restMark))),
    misheardRest: withRest(words.misheard, "(?<rest>.+)"),
    corrected: words.corrected.map(bare),
    // Politeness at the end is not part of what is to be forgotten.
    forget: withRest(words.forget, "(?<rest>.+?)"),
    too_much: new RegExp(`^(?:${either(words.too_much.map(toPattern))})$`, "u"),
    remark: new RegExp(`(?:^|[ ,])(?:${either(words.remark.map(toPattern))})(?![^ ,])`, "u"),
    end: whole(end),
    stop: whole(stop),
    repeat: whole(repeat),
    help: whole(help),
    yes: whole(yes),
    no: whole(no),
    plainYes: whole(yes.slice(0, 1)),
    plainNo: whole(no.slice(0, 1)),
  };
}

/** With nothing but its name before it: "and I said Ana" tells a story. */
function bare(form: string): RegExp {
  const body = form.split(restMark).map(toPattern).join("(?<rest>[^ ,]+(?:,? [^ ,]+){0,2})");
  return new RegExp(`^(?:${either(names)},? )?${body}$`, "du");
}

const restMark = "REST";
const names = ["loci", "loki"];

const either = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

/** All of an utterance is what stands between the politeness before and behind. */
function aroundOf({ opening, closing }: CommandWords): (body: string) => RegExp {
  const before = [...names, ...opening].map((form) => {
    const isApart = form.endsWith(","); // "no, para" asks, "no para" tells.
    return isApart ? `${toPattern(form.slice(0, -1))}, ` : `${toPattern(form)},? `;
  });
  const behind = [...names, ...closing].map((form) => `,? ${toPattern(form)}`);
  return (body) => new RegExp(`^${either(before)}{0,4}${body}${either(behind)}{0,3}$`, "du");
}

/** As utterances are folded; between two words punctuation may stand, and must where there is a comma. */
const toPattern = (form: string): string =>
  foldLetters(form).replace(/(,?)[ -]/g, (_, comma: string) => (comma === "" ? ",? " : ", "));
