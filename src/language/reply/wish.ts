import { baseLanguage } from "../../models/base-language.ts";
import { tablesOf } from "../languages.ts";
import { capital, foldText } from "../text/letters.ts";
import type { Courtesy, WishWords } from "../types/language.ts";
import { courtesyOf } from "./courtesy.ts";
import { stemsOf } from "./shared-stems.ts";

/** What a line of the person's asks for. */
export type Wish =
  | { readonly type: "remember"; readonly text: string }
  /** It is to be remembered, but nothing follows. */
  | { readonly type: "remember_what" }
  /** `of`: what it is about, without the words that only ask for a list. */
  | { readonly type: "ask"; readonly kind: "about" | "other"; readonly of: string }
  /** What to forget, or '' where it does not say. */
  | { readonly type: "forget"; readonly text: string }
  | { readonly type: Courtesy }
  /** A statement, or a word or two to look for: the caller checks whether it is worth keeping. */
  | { readonly type: "say" };

/** Classifies a line: something to keep, to answer, to take note of, or courtesy. Pure, and linear in its length. */
export function readWish(message: string, language: string): Wish {
  const words = wishWordsIn(language);
  const text = message.replace(/\s+/g, " ").trim().slice(0, maxCharacters);
  const folded = foldText(text);
  if (remembersNothing.test(folded)) return { type: "remember_what" };
  const memory = memoryIn(text);
  if (memory !== undefined) return { type: "remember", text: memory };
  const forgotten = forgottenIn(text);
  if (forgotten !== undefined) return { type: "forget", text: forgotten };
  const courtesy = courtesyOf(folded);
  if (courtesy !== undefined) return { type: courtesy };
  return isQuestion(text, folded, words) ? toQuestion(text, folded, words) : { type: "say" };
}

/** Whether a line asks for all that is known, of the one who speaks: "what do you know about me?" */
export function asksAboutSelf(message: string, language: string): boolean {
  const wish = readWish(message, language);
  return wish.type === "ask" && wish.kind === "about" && stemsOf(wish.of).size === 0;
}

const maxCharacters = 8_000;

const wishWords = tablesOf("wish");
const allWishWords = [...wishWords.values()];
const anyOf = (name: "memo" | "rememberNothing" | "forget" | "forgetOpening" | "forgetNothing") =>
  allWishWords.flatMap((words) => words[name] ?? []).join("|");

/** The words of a language; for one that is not known here, those of all. */
function wishWordsIn(language: string): readonly WishWords[] {
  const known = wishWords.get(baseLanguage(language));
  return known === undefined ? allWishWords : [known];
}

/** What follows is the memory; the courtesy before it may be a question that is none. */
const rememberPatterns: readonly RegExp[] = [
  ...allWishWords.flatMap(({ remember }) => remember),
  new RegExp(`^()(?:${anyOf("memo")}) ?: ?(.+)$`, "iu"),
];

/** Folded: "remember that", and no more. */
const remembersNothing = new RegExp(
  `^(?:(?:please|por favor|si us plau|sisplau|se faz favor|s'il (?:te|vous) plait|bitte|per favore|من فضلك|ok|okay|and|so|y|et|und|loci),? )*(?:${anyOf("rememberNothing")})(?:,? (?:please|por favor|si us plau|bitte|per favore|من فضلك))?[ .,:;!?؟…]*$`,
  "u",
);

/** "ok so remember that …"; a Catalan "i" is no such word, for English says "I remember that …". */
const hesitation =
  /^(?:(?:and|so|well|hey|ok|okay|also|oh|loci|y|oye|vale|escolta|ei|et|alors|und|also|olha)[ ,]+){1,3}/iu;

export const withoutHesitation = (message: string): string => message.replace(hesitation, "");

function memoryIn(message: string): string | undefined {
  const text = withoutHesitation(message);
  for (const pattern of rememberPatterns) {
    const [, courtesy, words] = pattern.exec(text) ?? [];
    if (words === undefined) continue;
    const isAsked = /[?؟]$/u.test(words);
    if (isAsked && !courtesy) return undefined;
    const memory = (isAsked ? words.replace(/(?<![?؟]) ?[?؟]+$/u, "") : words).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? capital(memory) : undefined;
  }
  return undefined;
}

const forgetPattern = new RegExp(
  `^(?:please,? |por favor,? |si us plau,? |bitte,? |per favore,? )?(?:(?:can|could) you )?(?:${anyOf("forget")})(?![\\p{L}\\p{N}])[ ,:]*(.*)$`,
  "iu",
);
/** Between the verb and what is to be forgotten. */
const forgetOpening = new RegExp(`^(?:${anyOf("forgetOpening")})`, "iu");
const forgetNothing = new RegExp(`^(?:${anyOf("forgetNothing")})?$`, "iu");

function forgottenIn(text: string): string | undefined {
  const rest = forgetPattern.exec(text)?.[1];
  if (rest === undefined) return undefined;
  const words = rest.replace(/(?<![ .!?؟])[ .!?؟]+$/u, "");
  return forgetNothing.test(words) ? "" : words.replace(forgetOpening, "");
}

const filler =
  "(?:(?:and|so|well|hey|hi|hello|ok|okay|please|thanks|loci|y|et|und|pero|hola|gracias|gracies|oye|ei|ola|ciao|salut|merci|hallo|bitte|danke)[ ,]+){0,3}";
const end = "(?![\\p{L}\\p{N}])";

const startOf = (folded: string, words: string): string | undefined =>
  new RegExp(`^[¿ ]*${filler}[¿ ]*(?:${words})${end}`, "u").exec(folded)?.[0];

function isQuestion(text: string, folded: string, language: readonly WishWords[]): boolean {
  if (/[?؟？]["')\]»”]*$/u.test(text) || text.includes("¿")) return true;
  if (/^(?:please )?remind me to /.test(folded)) return false;
  const startsLike = (words: string): boolean => startOf(folded, words) !== undefined;
  if (language.some(({ about }) => startsLike(about))) return true;
  // "When we go to Lisbon, we stay in Alfama." is a statement.
  if (/[.!]$/.test(text)) return false;
  if (language.some(({ when }) => startsLike(when))) return !folded.includes(",");
  return language.some(({ starts }) => startsLike(starts)) || accented.test(text);
}

/** "cómo" asks, "como" may be "I eat". */
const accented = /^(?:y |pero )?cómo /iu;

function toQuestion(text: string, folded: string, language: readonly WishWords[]): Wish {
  for (const { about } of language) {
    const start = startOf(folded, about);
    if (start === undefined) continue;
    return { type: "ask", kind: "about", of: folded.slice(start.length) };
  }
  return { type: "ask", kind: "other", of: text };
}
