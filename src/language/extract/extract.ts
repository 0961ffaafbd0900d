import type { ExtractRequest } from "../../models/requests.ts";
import { isPreference } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import { capital } from "../text/letters.ts";
import { Hearing } from "./hear.ts";
import type { Heard } from "./sentence.ts";

/**
 * Finds what is worth keeping, in the person's own words, by trained weights: no network, the same answer each time. What
 * `isSecret` says is a password or key is always kept.
 */
export function extractOffline(
  request: ExtractRequest,
  isSecret: (text: string) => boolean = () => false,
) {
  const { kept, leftOut, asked } = new Hearing(request, isSecret);
  // What a conversation was about, by selection of the person's own words.
  const [about = ""] = [...[...kept, ...leftOut].map(({ text }) => text), ...asked];
  const intents = new Set(asked.map((text) => cut(capital(text), intentLength)));
  return {
    summary: cut(capital(about), summaryLength),
    sentiment: "neutral" as const,
    intents: [...intents].slice(0, maxIntents),
    conclusions: kept.map((heard) => conclusionOf(heard, request)),
    leftOut,
  };
}

/** The same for what a person said in a conversation that is still going on; `sources` are places among the texts. */
export function extractSaid(
  said: readonly string[],
  { language, today }: { readonly language: string; readonly today: string },
) {
  const messages = said.map(
    (content, id) => ({ id, role: "user", content, language, date: today }) as const,
  );
  const request = { messages, banks: [], defaultBank: "", known: [] } as const;
  return extractOffline(request).conclusions;
}

function conclusionOf(kept: Heard, { banks, defaultBank }: ExtractRequest) {
  const { text, sources, relation, of, isWanted } = kept;
  const isHealth = isAboutHealth(text);
  const importance = isWanted ? wanted : usual;
  return {
    text: cut(text, longest),
    key: "",
    importance: isHealth ? Math.max(vital, importance) : importance,
    bank: isHealth && banks.includes("Health") ? "Health" : defaultBank,
    kind: isPreference(text) ? ("preference" as const) : ("fact" as const),
    quote: "",
    sources,
    sensitivity: isHealth ? ("health" as const) : ("normal" as const),
    relation,
    of,
  };
}

const longest = 400;
const usual = 0.5;
const wanted = 0.8;
const vital = 0.9;

const summaryLength = 80;
const intentLength = 60;
const maxIntents = 5;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
