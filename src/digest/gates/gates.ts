import { grammarOf } from "../../language/grammar/grammar.ts";
import { withDate } from "../../language/grammar/with-date.ts";
import { isQuestion, sentencesOf } from "../../language/talk/spoken-cues.ts";
import { capital } from "../../language/text/letters.ts";
import type { SaidMessage } from "../../models/requests.ts";
import { secretIn } from "../../session/private-data/redact.ts";
import { formatEntry } from "../../vault/topic/entry.ts";
import type { Conclusion } from "./conclusion.ts";
import { findQuote, isStated, nearlyAll, type Quoted, statedIn } from "./find-quote.ts";
import { inOwnWords } from "./own-words.ts";
import { isProven, type Proof } from "./prove.ts";
import { agree, type StemText } from "./same-fact.ts";
import { foldedWords, namesIn, supportFor } from "./words.ts";

/** A proposal, with what stands behind it. */
export interface Judged {
  readonly conclusion: Conclusion;
  /** The person's messages that it comes from, oldest first. */
  readonly sources: readonly SaidMessage[];
  /** The sentences of it. */
  readonly said: readonly string[];
  /** The language in which it was said. */
  readonly language: string;
  /** Why it is not stored; undefined where it may be. */
  readonly reason?: string | undefined;
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
}

/**
 * Lets through what the person said, proved by its quote; what a model's words add to that gives way to the person's own.
 * The rest gets a reason. Pure.
 */
export function passGates(
  conclusions: readonly Conclusion[],
  context: GateContext,
): readonly Judged[] {
  const said = readSaid(context);
  return conclusions.map((proposed) => judge(proposed, said, context));
}

function judge(
  proposed: Conclusion,
  said: ReturnType<typeof readSaid>,
  context: GateContext,
): Judged {
  const { quote, sources = [], relation, of } = proposed;
  const { words, sentences, proofOf } = said;
  // Rules write down what was said, and have told the person that they keep it: they need no quote.
  const isQuoted = quote !== "";
  const quoted = isQuoted
    ? findQuote(quote, sentences)
    : sentences.filter(({ message }) => sources.includes(message.id));
  const from = [...new Set(quoted.map(({ message }) => message))].sort((a, b) => a.id - b.id);
  const text = plainText(proposed.text, words);
  const known = relation === "updates" && of !== null ? context.olderOf(of) : undefined;
  const proof = proofOf(quoted.filter(isStated), known);
  const source = from.at(-1);
  const about = proposed.kind === "plan" ? "decision" : "event";
  const best = isQuoted ? bestWords(text, proof, source, about) : text;
  const conclusion = tidy({ ...proposed, text: plainText(best ?? text, words) }, context);
  // In other words, a password may not look like one.
  const all = isQuoted ? [text, ...quoted.map(({ sentence }) => sentence)] : [text];
  const sensitivity = all.some(secretIn(words)) ? "secret" : conclusion.sensitivity;
  const doubt = isQuoted ? doubtOf(text, best, proof, context.recalled) : undefined;
  return {
    conclusion: { ...conclusion, sensitivity },
    sources: from,
    said: ownWords(quoted),
    language: proof.language,
    reason: refusalOf(text, quoted) ?? doubt,
  };
}

/**
 * A conclusion in a model's words where they are proven, with all their days, else in those of the person, if it has any
 * of them; days as dates, counted from the last message.
 */
function bestWords(
  proposed: string,
  proof: Proof,
  source: SaidMessage | undefined,
  about: "decision" | "event",
): string | undefined {
  const grammar = grammarOf(source?.language ?? "");
  const today = source?.date ?? "";
  const dated = (text: string, as: Parameters<typeof withDate>[3]): string =>
    grammar ? withDate(text, today, grammar, as) : text;
  const text = dated(proposed, about);
  const said = proof.stated.flatMap(({ sentence }) => [
    dated(sentence, "note"),
    dated(sentence, "decision"),
  ]);
  const there = [...said, proof.known, today].join("\n");
  const days = text.match(/\b(?:19|20)\d\d(?:-\d\d){0,2}\b/g) ?? [];
  if (days.every((day) => there.includes(day)) && isProven(proposed, proof)) return text;
  const how = about === "event" ? "note" : about;
  const own = ownWords(proof.stated)
    .map((sentence) => dated(sentence, how))
    .join(" ");
  return isWritable(own) && supportFor(proposed, own, proof) > 0 ? capital(own) : undefined;
}

/** The talk's summary and what was wanted in it, where the person's words bear them out; '' of one that they do not. Pure. */
export function whatWasSaid(texts: readonly string[], context: GateContext): readonly string[] {
  const { sentences, proofOf } = readSaid(context);
  return texts.map((text) => (isProven(text, proofOf(sentences)) ? text : ""));
}

function refusalOf(text: string, quoted: readonly unknown[]): string | undefined {
  if (!isWritable(text)) return "not one line";
  if (isQuestion(text)) return "a question";
  return quoted.length === 0 ? "not said by the person" : undefined;
}

/** Why a conclusion in a server model's words is not kept; undefined where it is. */
function doubtOf(
  text: string,
  words: string | undefined,
  proof: Proof,
  recalled: readonly string[],
): string | undefined {
  if (proof.stated.length === 0) return "a question";
  // What was put into the context explains it better than what the person said: it must not come back as news.
  const own = supportFor(text, ownWords(proof.stated).join("\n"), proof);
  const isRecalled = recalled.some((memory) => {
    const share = supportFor(text, memory, proof);
    return share >= nearlyAll && share > own && agree(text, memory);
  });
  if (isRecalled) return "recalled";
  return words === undefined ? "not supported" : undefined;
}

/** What of it the person said; what they agreed to may have been recalled. */
const ownWords = (quoted: readonly Quoted<unknown>[]): readonly string[] =>
  quoted.flatMap((one) => (one.isProposal ? [] : one.sentence));

/** Of one message, as much as can be dictated in a quarter of an hour; what is longer was pasted. */
const maxSaid = 20_000;

/** What the person said, and what is needed to prove something by parts of it. */
function readSaid({ messages, recalled, person, stem }: GateContext) {
  const heard = messages.map((message) => ({
    ...message,
    content: message.content.slice(0, maxSaid).toWellFormed(),
  }));
  const shown = [...heard.map(({ content }) => content), ...recalled].flatMap(sentencesOf);
  const named = new Set(shown.flatMap(namesIn).flatMap(foldedWords));
  const proofOf = (stated: readonly Quoted[], known = ""): Proof => ({
    stated,
    known,
    named,
    stem,
    speaker: person,
    language: stated.at(-1)?.message.language ?? "en",
  });
  const words = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  return { words, sentences: statedIn(heard), proofOf };
}

const maxCharacters = 400;
const maxKey = 40;

/** A model's text, of twice the length at most, without metadata that was not said. */
function plainText(proposed: string, said: readonly string[]): string {
  const text = proposed.trim();
  return text.length > 2 * maxCharacters ? text : inOwnWords(text, said);
}

/** Numbers in their range, a bank that there is, a valid key. */
function tidy(conclusion: Conclusion, { banks, defaultBank }: GateContext): Conclusion {
  const { importance, bank } = conclusion;
  const key = foldedWords(conclusion.key)
    .flatMap((word) => word.match(/[a-z0-9]+/g) ?? [])
    .join("_");
  return {
    ...conclusion,
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
