import { formsIn, tablesOf } from "../languages.ts";
import { capital } from "../text/letters.ts";
import { openingOf } from "./opening.ts";

/** What a message asks to have remembered, in so many words; '' of "remember that", and no more. */
export function rememberedIn(message: string): string | undefined {
  if (remembersNothing.some((pattern) => pattern.test(message))) return "";
  for (const pattern of remembers) {
    const { ask, said } = pattern.exec(message)?.groups ?? {};
    if (said === undefined) continue;
    const isAsked = /[?؟]$/u.test(said);
    if (isAsked && !ask) return undefined;
    const memory = (isAsked ? said.replace(/(?<![?؟]) ?[?؟]+$/u, "") : said).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? capital(memory) : undefined;
  }
  return undefined;
}

const words = [...tablesOf("remember").values()];
/** The verb in each language, and what may stand around it. */
const verbs = [...tablesOf("remember")].map(([code, { verbs, that, bare }]) => {
  const asking = formsIn(tablesOf("asking").get(code) ?? "").join("|");
  return { verb: `^${openingOf(code)}(?:${verbs})`, polite: `(?:,? (?:${asking}),?)?`, that, bare };
});

/** What follows is the memory; what is asked for may be a question that is none. */
const remembers = verbs.map(
  ({ verb, polite, that }) => new RegExp(`${verb}${polite}(?:${that})(?<said>.+)$`, "iu"),
);

/** "Remember that", and no more. */
const remembersNothing = verbs.map(
  ({ verb, polite, bare }) =>
    new RegExp(`${verb},?${polite}(?: (?:${bare}))?${polite}[ .,:;!?؟…]*$`, "iu"),
);

/** Anywhere in a message: something is to be remembered. */
export const asksToRemember = new RegExp(
  `(?<!\\p{L})(?:${words.map(({ verbs, that, bare }) => `(?:${verbs})(?=${that}| (?:${bare})(?!\\p{L}))`).join("|")})`,
  "iu",
);
