import { tablesOf } from "../languages.ts";
import { capital, foldText } from "../text/letters.ts";

/** What a message asks to have remembered, in so many words; '' of "remember that", and no more. */
export function rememberedIn(message: string): string | undefined {
  if (remembersNothing.test(foldText(message))) return "";
  const text = withoutHesitation(message);
  for (const pattern of rememberPatterns) {
    const [, courtesy, said] = pattern.exec(text) ?? [];
    if (said === undefined) continue;
    const isAsked = /[?؟]$/u.test(said);
    if (isAsked && !courtesy) return undefined;
    const memory = (isAsked ? said.replace(/(?<![?؟]) ?[?؟]+$/u, "") : said).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? capital(memory) : undefined;
  }
  return undefined;
}

const words = [...tablesOf("wish").values()];
const anyOf = (name: "memo" | "rememberNothing"): string =>
  words.map(({ [name]: pattern }) => pattern).join("|");

/** What follows is the memory; the courtesy before it may be a question that is none. */
const rememberPatterns: readonly RegExp[] = [
  ...words.flatMap(({ remember }) => remember),
  new RegExp(`^()(?:${anyOf("memo")}) ?: ?(.+)$`, "iu"),
];

/** Folded. */
export const politely =
  "(?:(?:please|por favor|si us plau|sisplau|se faz favor|s'il (?:te|vous) plait|bitte|per favore|من فضلك|ok|okay|and|so|y|et|und|loci|(?:can|could) you),? )*";

/** Folded: "remember that", and no more. */
const remembersNothing = new RegExp(
  `^${politely}(?:${anyOf("rememberNothing")})(?:,? (?:please|por favor|si us plau|bitte|per favore|من فضلك))?[ .,:;!?؟…]*$`,
  "u",
);

/** "ok so remember that …"; a Catalan "i" is no such word, for English says "I remember that …". */
const hesitation =
  /^(?:(?:and|so|well|hey|ok|okay|also|oh|loci|y|oye|vale|escolta|ei|et|alors|und|also|olha)[ ,]+){1,3}/iu;

export const withoutHesitation = (message: string): string => message.replace(hesitation, "");
