import { isQuestion, sentencesOf } from "../../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../../models/requests.ts";
import { secretIn } from "../../session/private-data/redact.ts";
import { formatEntry } from "../../vault/topic/entry.ts";
import type { Conclusion } from "./conclusion.ts";
import { areDaysSaid, withDays } from "./days.ts";
import { findQuote, isStated, type Quoted, statedIn } from "./find-quote.ts";
import { inOwnWords } from "./own-words.ts";
import { isProven, type Proof } from "./prove.ts";
import { agree, type StemText } from "./same-fact.ts";
import { foldedWords, namesIn, supportFor } from "./words.ts";

/** A proposal that may be stored, with what stands behind it. */
export interface Passed {
  readonly conclusion: Conclusion;
  /** The person's messages that it comes from, oldest first. */
  readonly sources: readonly SaidMessage[];
  /** The sentences of it. */
  readonly said: readonly string[];
  /** The language it is written in. */
  readonly language: string;
}

/** A proposal that is not stored, and why. */
export interface Dropped {
  readonly conclusion: Pick<Conclusion, "text" | "sensitivity">;
  readonly reason: string;
}

/** What the gates go by. */
export interface GateContext {
  /** What was heard clearly, oldest first. */
  readonly messages: readonly SaidMessage[];
  /** Texts of the memories that were put into the context. */
  readonly recalled: readonly string[];
  /** The known line that a label of a conclusion means. */
  readonly olderOf: (label: string) => string | undefined;
  readonly person: string | null;
  readonly banks: readonly string[];
  readonly defaultBank: string;
  readonly stem: StemText;
  /** Language of a conclusion; null where it cannot be determined. */
  readonly languageOf: (text: string) => string | null;
}

/** A proposal beside what it comes from. */
interface Claim extends Proof {
  readonly text: string;
  /** A server's model worded it; rules write down what was said, and have told the person that they keep it. */
  readonly isWorded: boolean;
  readonly quoted: readonly Quoted[];
  /** What the person stated of it, or agreed to. */
  readonly stated: readonly Quoted[];
  readonly recalled: readonly string[];
}

/** Why a proposal is not stored: the first of these that holds for it. */
const refusals: readonly (readonly [reason: string, holds: (claim: Claim) => boolean])[] = [
  ["not one line", ({ text }) => !isWritable(text)],
  ["a question", ({ text }) => isQuestion(text)],
  ["not said by the person", ({ quoted }) => quoted.length === 0],
  ["a question", ({ isWorded, stated }) => isWorded && stated.length === 0],
  ["recalled", (claim) => claim.isWorded && isRecalled(claim)],
  ["not supported", (claim) => claim.isWorded && !isSupported(claim)],
];

/** Lets through what the person said, proved by its quote; the rest is dropped with its reason. Pure. */
export function passGates(
  conclusions: readonly Conclusion[],
  context: GateContext,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const passed: Passed[] = [];
  const dropped: Dropped[] = [];
  const { heard, stated, proofOf } = readSaid(context);
  const said = heard.flatMap(({ role, content }) => (role === "user" ? content : []));
  const isSecret = secretIn(said);
  for (const proposed of conclusions) {
    const { quote, sources, relation, of } = proposed;
    const isWorded = quote !== "";
    // Rules name the messages that they read; a server's model names none, and proves itself by a quote.
    const read = stated.filter(({ message }) => sources.includes(message.id));
    const quoted = isWorded ? (findQuote(quote, stated) ?? []) : read;
    const conclusion = tidy(proposed, said, quoted, { ...context, isSecret });
    const { text } = conclusion;
    const known = relation === "updates" && of !== null ? (context.olderOf(of) ?? "") : "";
    const proof = { ...proofOf(text, quoted.filter(isStated)), known };
    const claim = { ...proof, text, isWorded, quoted, stated: quoted.filter(isStated) };
    const refusal = refusals.find(([, holds]) => holds({ ...claim, recalled: context.recalled }));
    if (refusal !== undefined) dropped.push({ conclusion, reason: refusal[0] });
    else {
      const { language } = proofOf(text, quoted);
      const from = [...new Set(quoted.map(({ message }) => message))].sort((a, b) => a.id - b.id);
      passed.push({ conclusion, sources: from, said: ownWords(quoted), language });
    }
  }
  return { passed, dropped };
}

/** The talk's summary and what was wanted in it, where the person's words bear them out; '' of one that they do not. Pure. */
export function whatWasSaid(texts: readonly string[], context: GateContext): readonly string[] {
  const { stated, proofOf } = readSaid(context);
  return texts.map((text) => (isProven(text, proofOf(text, stated)) ? text : ""));
}

/** Of one message, as much as can be dictated in a quarter of an hour; what is longer was pasted. */
const maxSaid = 20_000;

/** What the person said, and what is needed to prove something by parts of it. */
function readSaid({ messages, recalled, person, stem, languageOf }: GateContext) {
  const heard = messages.map((message) => ({
    ...message,
    content: message.content.slice(0, maxSaid).toWellFormed(),
  }));
  const shown = [...heard.map(({ content }) => content), ...recalled].flatMap(sentencesOf);
  const named = new Set(shown.flatMap(namesIn).flatMap(foldedWords));
  const proofOf = (text: string, stated: readonly Quoted[]): Proof => ({
    said: stated.map(({ sentence }) => sentence),
    saidIn: [...new Set(stated.map(({ message }) => message.language))],
    known: "",
    named,
    stem,
    speaker: person,
    language: languageOf(text) ?? stated.at(-1)?.message.language ?? "en",
  });
  return { heard, stated: statedIn(heard), proofOf };
}

const maxCharacters = 400;
const maxKey = 40;

/** Numbers in their range, a bank that there is, a valid key, days as dates, no metadata that was not said. */
function tidy(
  conclusion: Conclusion,
  said: readonly string[],
  quoted: readonly Quoted[],
  { banks, defaultBank, isSecret }: GateContext & { isSecret: (text: string) => boolean },
): Conclusion {
  const { importance, bank, quote, kind } = conclusion;
  const text = conclusion.text.trim();
  // Of twice the length at most: metadata may still be taken out.
  const own = text.length > 2 * maxCharacters ? text : inOwnWords(text, said);
  const worded = quote === "" ? [] : quoted;
  const message = worded.at(-1)?.message;
  const key = (
    foldedWords(conclusion.key)
      .join(" ")
      .match(/[a-z0-9]+/g) ?? []
  ).join("_");
  // In other words, a password may not look like one; the offline form, which has no quotes, keeps the person's own.
  const words = [text, ...worded.map(({ sentence }) => sentence)];
  return {
    ...conclusion,
    sensitivity: words.some(isSecret) ? "secret" : conclusion.sensitivity,
    text: message === undefined ? own : withDays(own, message, kind === "plan"),
    importance: Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0,
    bank: banks.find((name) => name.toLowerCase() === bank.trim().toLowerCase()) ?? defaultBank,
    key: key.length <= maxKey ? key : "",
  };
}

const nearlyAll = 0.8;

/** What was put into the context explains it better than what the person said: it must not come back as news. */
function isRecalled({ recalled, ...claim }: Claim): boolean {
  const { text, stated } = claim;
  const own = supportFor(text, ownWords(stated).join("\n"), claim);
  return recalled.some((memory) => {
    const share = supportFor(text, memory, claim);
    return share >= nearlyAll && share > own && agree(text, memory);
  });
}

const isSupported = (claim: Claim): boolean =>
  areDaysSaid(claim.text, claim.stated, claim.known) && isProven(claim.text, claim);

/** What of it the person said; what they agreed to may have been recalled. */
const ownWords = (quoted: readonly Quoted[]): readonly string[] =>
  quoted.flatMap((one) => (one.isProposal ? [] : one.sentence));

/** False for what says nothing, or no line of Markdown can hold. */
export function isWritable(text: string): boolean {
  if (text.length > maxCharacters || !/[\p{L}\p{N}]/u.test(text)) return false;
  if (/[\r\n\u0085\u2028\u2029]/.test(text)) return false;
  try {
    return formatEntry({ text, date: "2000-01-01" }) !== "";
  } catch {
    return false;
  }
}
