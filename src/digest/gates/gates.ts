import { z } from "zod";
import { grammarOf } from "../../language/grammar/grammar.ts";
import { withDate } from "../../language/grammar/with-date.ts";
import { isQuestion } from "../../language/talk/spoken-cues.ts";
import { capital, foldText } from "../../language/text/letters.ts";
import type { SaidMessage } from "../../models/requests.ts";
import { secretIn } from "../../session/private-data/redact.ts";
import { formatEntry, writtenText } from "../../vault/topic/entry.ts";
import { withoutOwner } from "../../vault/topic/secret-marks.ts";
import { agree, supportFor } from "./compare.ts";
import { findQuote, isStated, nearlyAll, type Quoted, statedIn } from "./find-quote.ts";
import { isProven, type Proof } from "./prove.ts";

/** Something worth keeping, as a model is asked for it: code decides. The instructions say what each field is for. */
export const conclusionSchema = z.object({
  text: z.string(),
  quote: z.string(),
  key: z.string(),
  importance: z.number(),
  bank: z.string(),
  kind: z.enum(["preference", "decision", "fact", "plan", "discovery"]),
  sensitivity: z.enum(["normal", "personal", "health", "secret"]),
  relation: z.enum(["new", "known", "updates", "contradicts"]),
  of: z.string().nullable(),
  topic: z.string().nullable().default(null),
});

/** As it is judged; without a model it names no topic. */
export interface Conclusion extends Omit<z.infer<typeof conclusionSchema>, "topic"> {
  readonly topic?: string | null | undefined;
  /** The messages in which it was read without a model, which gives no quote; a model has only its quote as proof. */
  readonly sources?: readonly number[];
}

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
}

/** Lets through what a quote proves, in the person's words where a model adds to them; the rest gets a reason. Pure. */
export function passGates(conclusions: readonly Conclusion[], context: GateContext) {
  const said = readSaid(context);
  return conclusions.map((proposed) => judge(proposed, said, context));
}

type Read = ReturnType<typeof readSaid>;

function judge(proposed: Conclusion, { words, sentences }: Read, context: GateContext): Judged {
  const { quote, sources = [], relation, of, kind } = proposed;
  // Rules write down what was said, and have told the person that they keep it: they need no quote.
  const isQuoted = quote !== "";
  const quoted = isQuoted
    ? findQuote(quote, sentences)
    : sentences.filter(({ message }) => sources.includes(message.id));
  const from = [...new Set(quoted.map(({ message }) => message))].sort((a, b) => a.id - b.id);
  const text = inOwnWords(proposed.text.trim(), words);
  const known = relation === "updates" && of !== null ? context.olderOf(of) : undefined;
  const stated = quoted.filter(isStated);
  const own = ownWords(stated);
  const proof = proofOf(stated, context, known);
  const best = isQuoted ? bestWords(text, proof, own, from.at(-1)?.date, kind) : text;
  // What was put into the context explains it better than what the person said: it must not come back as news.
  const support = supportFor(text, own.join("\n"), proof);
  const isRecalled = context.recalled.some((memory) => {
    const share = supportFor(text, memory, proof);
    return share >= nearlyAll && share > support && agree(text, memory);
  });
  const reasons = [
    !isWritable(text) && "not one line",
    isQuestion(text) && "a question",
    quoted.length === 0 && "not said by the person",
    isQuoted && stated.length === 0 && "a question",
    isQuoted && isRecalled && "recalled",
    best === undefined && "not supported",
  ];
  // In other words, a password may not look like one.
  const all = [text, ...(isQuoted ? quoted.map(({ sentence }) => sentence) : [])];
  const sensitivity = all.some(secretIn(words)) ? "secret" : proposed.sensitivity;
  const final = inOwnWords(best ?? text, words);
  return {
    conclusion: tidy({ ...proposed, text: final, sensitivity }, context),
    sources: from,
    said: ownWords(quoted),
    language: proof.language,
    reason: reasons.find((reason) => reason !== false),
  };
}

/** A model's words where they and their days are proven, else the person's if they share any; days become dates. */
function bestWords(
  proposed: string,
  proof: Proof,
  own: readonly string[],
  today = "",
  kind: Conclusion["kind"],
): string | undefined {
  const grammar = grammarOf(proof.language);
  const about = kind === "plan" ? "decision" : "note";
  const dated = (text: string): string => (grammar ? withDate(text, today, grammar, about) : text);
  const text = dated(proposed);
  const there = [...proof.stated.map(dated), proof.known, today].join("\n");
  const days = text.match(/\b(?:19|20)\d\d(?:-\d\d){0,2}\b/g) ?? [];
  if (days.every((day) => there.includes(day)) && isProven(proposed, proof)) return text;
  const said = own.map(dated).join(" ");
  return isWritable(said) && supportFor(proposed, said, proof) > 0 ? capital(said) : undefined;
}

/** A summary and wishes, each '' where the person's words do not bear it out. Pure. */
export function whatWasSaid(texts: readonly string[], context: GateContext): readonly string[] {
  const proof = proofOf(readSaid(context).sentences, context);
  return texts.map((text) => (isProven(text, proof) ? text : ""));
}

/** What of it the person said; what they agreed to may have been recalled. */
const ownWords = (quoted: readonly Quoted[]): readonly string[] =>
  quoted.flatMap((one) => (one.isProposal ? [] : one.sentence));

/** Of one message, as much as can be dictated in a quarter of an hour; what is longer was pasted. */
const maxSaid = 20_000;

/** What the person said, by messages, and what they stated by sentences. */
function readSaid({ messages }: GateContext) {
  const heard = messages.map((message) => ({
    ...message,
    content: message.content.slice(0, maxSaid).toWellFormed(),
  }));
  const words = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  return { words, sentences: statedIn(heard) };
}

const proofOf = (stated: readonly Quoted[], { person }: GateContext, known = ""): Proof => ({
  stated: stated.map(({ sentence }) => sentence),
  known,
  speaker: person,
  language: stated.at(-1)?.message.language ?? "en",
});

const maxCharacters = 400;
const maxKey = 40;

/** Numbers in their range, a bank that there is, a valid key. */
function tidy(conclusion: Conclusion, { banks, defaultBank }: GateContext): Conclusion {
  const { importance, bank } = conclusion;
  const key =
    foldText(conclusion.key)
      .match(/[a-z0-9]+/g)
      ?.join("_") ?? "";
  return {
    ...conclusion,
    importance: Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0,
    bank: banks.find((name) => name.toLowerCase() === bank.trim().toLowerCase()) ?? defaultBank,
    key: key.length <= maxKey ? key : "",
  };
}

/** False for what says nothing, or no line of Markdown can hold. */
export function isWritable(text: string): boolean {
  const isLine = /^[^\r\n\u0085\u2028\u2029]*[\p{L}\p{N}][^\r\n\u0085\u2028\u2029]*$/u;
  try {
    return text.length <= maxCharacters && isLine.test(text) && formatEntry({ text }) !== "";
  } catch {
    return false;
  }
}

/**
 * A memory's text as a model words it, without metadata that the person did not write: fields, block ids and tags stay
 * only where they stand so in what was said. Marks (#protected, #preference) lose their hash in any case: they are
 * given by hand, never by a conversation. Pure.
 */
export function inOwnWords(text: string, said: readonly string[]): string {
  const isSaid = (token: string): boolean => said.some((words) => words.includes(token));
  const own = text
    .replace(fieldOrBlockId, (found) => (isSaid(found.trim()) ? found : ""))
    .replace(tag, (found, before: string, name: string) =>
      isMark(name) || !isSaid(`#${name}`) ? before + name : found,
    )
    .trim();
  return withoutOwner(own, writtenText); // Whose it is say its scope and fields, whatever was said.
}

/** Tried once a run of white space and not at each place in it, and no further than a field may go: linear time. */
const fieldOrBlockId =
  /(?<!\s)(?:\s*\[[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ -]{0,60}::[^\]]{0,400}\]|\s+\^[A-Za-z0-9-]+(?=\s|$))/gu;
/** `#3` is a number. */
const tag = /(^|\s)#(?=[\d_/-]*[\p{L}\p{M}\p{Extended_Pictographic}])([^\s#]+)/gu;
const isMark = (name: string): boolean => /^(?:protected|preference)\b/iu.test(name);
