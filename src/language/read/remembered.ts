import { tablesOf } from "../languages.ts";
import { capital, foldText } from "../text/letters.ts";

/** What a message asks to have remembered, in so many words; '' of "remember that", and no more. */
export function rememberedIn(message: string): string | undefined {
  if (remembersNothing.test(foldText(message))) return "";
  const text = withoutHesitation(message);
  for (const pattern of remembers) {
    const { ask, said } = pattern.exec(text)?.groups ?? {};
    if (said === undefined) continue;
    const isAsked = /[?؟]$/u.test(said);
    if (isAsked && !ask) return undefined;
    const memory = (isAsked ? said.replace(/(?<![?؟]) ?[?؟]+$/u, "") : said).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? capital(memory) : undefined;
  }
  return undefined;
}

const polite =
  "please|por favor|si us plau|sisplau|se faz favor|s['’]il (?:te|vous) pla[iî]t|bitte|per favore|من فضلك";

/** Before what is asked for; folded. */
export const politely = `(?:(?:${polite}|ok|okay|and|so|y|et|und|loci|(?:can|could) you),? )*`;

const words = [...tablesOf("remember").values()];

/** What follows is the memory; the courtesy before it may be a question that is none. */
const remembers: readonly RegExp[] = [
  ...words.map(({ ask, verbs, that }) => {
    const start = `^(?:(?:${polite}),? )?(?<ask>${ask})?(?:${verbs})(?:,? (?:${polite}),?)?`;
    return new RegExp(`${start}(?:${that})(?<said>.+)$`, "iu");
  }),
  new RegExp(`^(?:${words.map(({ memo }) => memo).join("|")}) ?: ?(?<said>.+)$`, "iu"),
];

/** Folded: "remember that", and no more. */
const remembersNothing = new RegExp(
  `^${politely}(?:${words
    .map(
      ({ ask, verbs, bare }) => `(?:${ask})?(?:${verbs}),?(?: (?:${polite}))?,?(?: (?:${bare}))?`,
    )
    .join("|")})(?:,? (?:${polite}))?[ .,:;!?؟…]*$`,
  "u",
);

/** Anywhere in a message: something is to be remembered. */
export const asksToRemember = new RegExp(
  `(?<!\\p{L})(?:${words.map(({ verbs, that, bare }) => `(?:${verbs})(?=${that}| (?:${bare})(?!\\p{L}))`).join("|")})`,
  "iu",
);

/** "ok so remember that …"; a Catalan "i" is no such word, for English says "I remember that …". */
const hesitation =
  /^(?:(?:and|so|well|hey|ok|okay|also|oh|loci|y|oye|vale|escolta|ei|et|alors|und|also|olha)[ ,]+){1,3}/iu;

export const withoutHesitation = (message: string): string => message.replace(hesitation, "");
