import { isQuestion, sentencesOf } from "../../language/talk/spoken-cues.ts";
import type { Conclusion, SaidMessage } from "../../models/requests.ts";
import { secretIn } from "../../session/private-data/redact.ts";
import { formatEntry, writtenText } from "../../vault/topic/entry.ts";
import { withoutOwner } from "../../vault/topic/secret-marks.ts";
import type { Days } from "./days.ts";
import { findQuote, isStated, type Quoted, statedIn } from "./find-quote.ts";
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
  /** For models that may make a day up. */
  readonly days?: Days | undefined;
}

const maxCharacters = 400;
/** Of a text from which metadata may still be taken out. */
const maxProposed = 2 * maxCharacters;
/** Of one message, as much as can be dictated in a quarter of an hour; what is longer was pasted. */
const maxSaid = 20_000;

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
    const { quote, sources } = proposed;
    // Rules name the messages that they read; a server's model names none, and proves itself by a quote.
    const read = stated.filter(({ message }) => sources.includes(message.id));
    const quoted = quote === "" ? read : (findQuote(quote, stated) ?? []);
    const conclusion = tidy(proposed, said, quoted, { ...context, isSecret });
    const reason = refuse(conclusion, quoted, { ...context, proofOf });
    if (reason !== undefined) dropped.push({ conclusion, reason });
    else {
      const messages = new Set(quoted.map(({ message }) => message));
      const { language } = proofOf(conclusion.text, quoted);
      const from = [...messages].toSorted((a, b) => a.id - b.id);
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

type ProofOf = (text: string, stated: readonly Quoted[]) => Proof;

/** What the person said, and what is needed to prove something by parts of it. */
function readSaid({ messages, recalled, person, stem, languageOf }: GateContext) {
  const heard = messages.map((message) =>
    message.content.length <= maxSaid
      ? message
      : { ...message, content: message.content.slice(0, maxSaid).toWellFormed() },
  );
  const shown = [...heard.map(({ content }) => content), ...recalled].flatMap(sentencesOf);
  const named = new Set(shown.flatMap(namesIn).flatMap(foldedWords));
  const proofOf: ProofOf = (text, stated) => ({
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

/** Numbers in their range, a bank that there is, a valid key, days as dates, no metadata that was not said. */
function tidy(
  conclusion: Conclusion,
  said: readonly string[],
  quoted: readonly Quoted[],
  { banks, defaultBank, days, isSecret }: GateContext & { isSecret: (text: string) => boolean },
): Conclusion {
  const { importance, bank, key, kind } = conclusion;
  const text = conclusion.text.trim();
  const known = banks.find((name) => name.toLowerCase() === bank.trim().toLowerCase());
  const message = quoted.at(-1)?.message;
  const own = text.length > maxProposed ? text : inOwnWords(text, said);
  const slot = foldedWords(key).flatMap((word) => word.match(/[a-z0-9]+/g) ?? []);
  // In other words, a password may not look like one; the offline form, which has no quotes, keeps the person's own.
  const words = [text, ...(conclusion.quote === "" ? [] : quoted).map(({ sentence }) => sentence)];
  return {
    ...conclusion,
    sensitivity: words.some(isSecret) ? "secret" : conclusion.sensitivity,
    text:
      message === undefined || days === undefined ? own : days.write(own, message, kind === "plan"),
    importance: Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0,
    bank: known ?? defaultBank,
    key: slot.join("_").length <= maxKey ? slot.join("_") : "",
  };
}

const maxKey = 40;

/** Why it is not stored; undefined where it may be. */
function refuse(
  { text, quote, relation, of }: Conclusion,
  quoted: readonly Quoted[],
  context: GateContext & { readonly proofOf: ProofOf },
): string | undefined {
  if (!isWritable(text)) return "not one line";
  if (isQuestion(text)) return "a question";
  if (quoted.length === 0) return "not said by the person";
  // Rules write down what was said, and have told the person that they keep it.
  if (quote === "") return undefined;
  const stated = quoted.filter(isStated);
  if (stated.length === 0) return "a question";
  const { recalled, days, olderOf, proofOf } = context;
  const known = relation === "updates" && of !== null ? (olderOf(of) ?? "") : "";
  const proof = { ...proofOf(text, stated), known };
  const own = supportFor(text, ownWords(stated).join("\n"), proof);
  // What was put into the context explains it better than what the person said: it must not come back as news.
  const isRecalled = recalled.some((memory) => {
    const share = supportFor(text, memory, proof);
    return share >= nearlyAll && share > own && agree(text, memory);
  });
  if (isRecalled) return "recalled";
  const isDated = days === undefined || days.areSaid(text, stated, known);
  return isDated && isProven(text, proof) ? undefined : "not supported";
}

const nearlyAll = 0.8;

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
