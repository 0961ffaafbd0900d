import { grammarOf } from "../../language/grammar/grammar.ts";
import { withDate } from "../../language/grammar/with-date.ts";
import { isQuestion, sentencesOf } from "../../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../../models/requests.ts";
import { secretIn } from "../../session/private-data/redact.ts";
import { formatEntry } from "../../vault/topic/entry.ts";
import type { Conclusion } from "./conclusion.ts";
import { findQuote, isStated, nearlyAll, type Quoted, statedIn } from "./find-quote.ts";
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
  readonly text: string;
  readonly reason: string;
  readonly isSecret: boolean;
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

/** Lets through what the person said, proved by its quote; the rest is dropped with its reason. Pure. */
export function passGates(
  conclusions: readonly Conclusion[],
  context: GateContext,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const { sentences, proofOf } = readSaid(context);
  const said = context.messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const isSecret = secretIn(said);
  const judged = conclusions.map((proposed) => {
    const { quote, sources = [], relation, of } = proposed;
    // Rules write down what was said, and have told the person that they keep it: they need no quote.
    const isQuoted = quote !== "";
    const quoted = isQuoted
      ? findQuote(quote, sentences)
      : sentences.filter(({ message }) => sources.includes(message.id));
    const from = [...new Set(quoted.map(({ message }) => message))].sort((a, b) => a.id - b.id);
    const conclusion = tidy(proposed, said, isQuoted ? from.at(-1) : undefined, context);
    const { text } = conclusion;
    // In other words, a password may not look like one.
    const words = [text, ...(isQuoted ? quoted.map(({ sentence }) => sentence) : [])];
    const sensitivity = words.some(isSecret) ? "secret" : conclusion.sensitivity;
    const known = relation === "updates" && of !== null ? context.olderOf(of) : undefined;
    const proof = proofOf(text, quoted.filter(isStated), known);
    return {
      conclusion: { ...conclusion, sensitivity },
      sources: from,
      said: ownWords(quoted),
      language: proof.language,
      reason:
        refusalOf(text, quoted) ?? (isQuoted ? doubtOf(text, proof, context.recalled) : undefined),
    };
  });
  return {
    passed: judged.filter(({ reason }) => reason === undefined),
    dropped: judged.flatMap(({ reason, conclusion: { text, sensitivity } }) =>
      reason === undefined ? [] : { text, reason, isSecret: sensitivity === "secret" },
    ),
  };
}

/** The talk's summary and what was wanted in it, where the person's words bear them out; '' of one that they do not. Pure. */
export function whatWasSaid(texts: readonly string[], context: GateContext): readonly string[] {
  const { sentences, proofOf } = readSaid(context);
  return texts.map((text) => (isProven(text, proofOf(text, sentences)) ? text : ""));
}

function refusalOf(text: string, quoted: readonly unknown[]): string | undefined {
  if (!isWritable(text)) return "not one line";
  if (isQuestion(text)) return "a question";
  return quoted.length === 0 ? "not said by the person" : undefined;
}

/** Why a conclusion in a server model's words is not kept; undefined where it is. */
function doubtOf(text: string, proof: Proof, recalled: readonly string[]): string | undefined {
  if (proof.stated.length === 0) return "a question";
  // What was put into the context explains it better than what the person said: it must not come back as news.
  const own = supportFor(text, ownWords(proof.stated).join("\n"), proof);
  const isRecalled = recalled.some((memory) => {
    const share = supportFor(text, memory, proof);
    return share >= nearlyAll && share > own && agree(text, memory);
  });
  if (isRecalled) return "recalled";
  return isProven(text, proof) ? undefined : "not supported";
}

/** What of it the person said; what they agreed to may have been recalled. */
const ownWords = (quoted: readonly Quoted<unknown>[]): readonly string[] =>
  quoted.flatMap((one) => (one.isProposal ? [] : one.sentence));

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
  const proofOf = (text: string, stated: readonly Quoted[], known = ""): Proof => ({
    stated,
    known,
    named,
    stem,
    speaker: person,
    language: languageOf(text) ?? stated.at(-1)?.message.language ?? "en",
  });
  return { sentences: statedIn(heard), proofOf };
}

const maxCharacters = 400;
const maxKey = 40;

/** Numbers in their range, a bank that there is, a valid key, days as dates, no metadata that was not said. */
function tidy(
  conclusion: Conclusion,
  said: readonly string[],
  source: SaidMessage | undefined,
  { banks, defaultBank }: GateContext,
): Conclusion {
  const { importance, bank, kind } = conclusion;
  const text = conclusion.text.trim();
  // Of twice the length at most: metadata may still be taken out.
  const own = text.length > 2 * maxCharacters ? text : inOwnWords(text, said);
  const grammar = grammarOf(source?.language ?? "");
  const about = kind === "plan" ? "decision" : "event";
  const key = foldedWords(conclusion.key)
    .flatMap((word) => word.match(/[a-z0-9]+/g) ?? [])
    .join("_");
  return {
    ...conclusion,
    text: grammar && source ? withDate(own, source.date, grammar, about) : own,
    importance: Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0,
    bank: banks.find((name) => name.toLowerCase() === bank.trim().toLowerCase()) ?? defaultBank,
    key: key.length <= maxKey ? key : "",
  };
}

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
