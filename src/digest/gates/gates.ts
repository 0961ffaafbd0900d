import { isSmallTalk, isTemporaryState } from "../../language/talk/small-talk.ts";
import {
  asksToRemember,
  isAgreement,
  isQuestion,
  statementsIn,
} from "../../language/talk/spoken-cues.ts";
import type { Conclusion, SaidMessage } from "../../models/task.ts";
import { holdsSecret } from "../../session/private-data/find-private-data.ts";
import { isRefuted } from "./is-refuted.ts";
import type { IsMadeUp } from "./made-up.ts";
import { inOwnWords } from "./own-words.ts";
import { agree, type StemText } from "./same-fact.ts";
import { foldedWords, isEchoed, minSupport, supportFor } from "./support.ts";

/** Why a proposal is not stored. */
type DropReason =
  | "not one line"
  | "a question"
  | "not said by the person"
  | "not confirmed"
  | "small talk"
  | "passing"
  | "a secret"
  | "recalled"
  | "not supported"
  | "said otherwise later"
  | "said twice"
  | "taken back"
  | "forgotten since"
  | "over the limit";

/** A proposal that may be stored, with what stands behind it. */
export interface Passed {
  readonly conclusion: Conclusion;
  /** The person's messages that it comes from, oldest first. */
  readonly sources: readonly SaidMessage[];
  /** The language it is written in. */
  readonly language: string;
}

export interface Dropped {
  readonly conclusion: Conclusion;
  readonly reason: DropReason;
}

/** What the gates go by. */
export interface GateContext {
  /** What was heard clearly, oldest first. */
  readonly messages: readonly SaidMessage[];
  /** Texts of the memories that were put into the context. */
  readonly recalled: readonly string[];
  /** The known line that a label of a conclusion means. */
  readonly olderOf?: (label: string) => string | undefined;
  readonly person: string | null;
  readonly banks: readonly string[];
  readonly defaultBank: string;
  readonly stem: StemText;
  /** Language of a conclusion; null where it cannot be determined. */
  readonly languageOf: (text: string) => string | null;
  /** For models that may make something up. */
  readonly isMadeUp?: IsMadeUp;
}

const maxCharacters = 400;
/** Of a text from which metadata may still be taken out. */
const maxProposed = 2 * maxCharacters;
/** Of one message, as much as can be dictated in a quarter of an hour; what is longer was pasted. */
const maxSaid = 20_000;

/** Lets through what the person said and what is worth keeping; the rest is dropped with its reason. Pure. */
export function passGates(
  conclusions: readonly Conclusion[],
  context: GateContext,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const passed: Passed[] = [];
  const dropped: Dropped[] = [];
  const heard = { ...context, messages: context.messages.map(cut) };
  for (const proposed of conclusions) {
    const conclusion = tidy(proposed, heard);
    const sources = sourcesOf(conclusion, heard.messages);
    const reason = faultOf(conclusion) ?? refuse(conclusion, sources, heard);
    if (reason !== undefined) dropped.push({ conclusion, reason });
    else passed.push({ conclusion, sources, language: languageOf(conclusion, sources, heard) });
  }
  return { passed, dropped };
}

const cut = (message: SaidMessage): SaidMessage =>
  message.content.length <= maxSaid
    ? message
    : { ...message, content: message.content.slice(0, maxSaid).toWellFormed() };

/** Numbers in their range, a bank that there is, a valid key, no metadata that was not said. */
function tidy(conclusion: Conclusion, { banks, defaultBank, messages }: GateContext): Conclusion {
  const { importance, bank, key } = conclusion;
  const text = conclusion.text.trim();
  const known = banks.find((name) => name.toLowerCase() === bank.trim().toLowerCase());
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  return {
    ...conclusion,
    sensitivity: holdsSecret(text) ? "secret" : conclusion.sensitivity,
    text: text.length > maxProposed ? text : inOwnWords(text, said),
    importance: Number.isFinite(importance) ? Math.min(1, Math.max(0, importance)) : 0,
    bank: known ?? defaultBank,
    key: toKey(key),
  };
}

function toKey(key: string): string {
  const words = key
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .match(/[a-z0-9]+/g);
  const slot = (words ?? []).join("_");
  return slot.length <= 40 ? slot : "";
}

/** What is wrong with the text itself. */
function faultOf({ text }: Conclusion): DropReason | undefined {
  if (text === "" || text.length > maxCharacters || /[\r\n\u0085\u2028\u2029]/.test(text)) {
    return "not one line";
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return "not one line";
  return isQuestion(text) ? "a question" : undefined;
}

function refuse(
  conclusion: Conclusion,
  sources: readonly SaidMessage[],
  context: GateContext,
): DropReason | undefined {
  if (sources.length === 0) return "not said by the person";
  if (!conclusion.confirmed) return "not confirmed";
  const isAsked = sources.some(({ content }) => asksToRemember(content));
  if (conclusion.sensitivity === "secret" && !isAsked) return "a secret";
  if (!isAsked && isSmallTalk(conclusion.text)) return "small talk";
  if (!isAsked && isPassing(conclusion, sources)) return "passing";
  return unsupported(conclusion, sources, context);
}

/** True where the conclusion, or all that it comes from, is how things are just now. */
function isPassing({ text }: Conclusion, sources: readonly SaidMessage[]): boolean {
  const stated = sources
    .filter(({ content }) => !isAgreement(content))
    .flatMap(({ content }) => statementsIn(content))
    .filter((sentence) => !isSmallTalk(sentence));
  return isTemporaryState(text) || (stated.length > 0 && stated.every(isTemporaryState));
}

/** The person's messages among the sources; where the assistant's is named, the agreement that follows it. */
function sourcesOf({ sources }: Conclusion, messages: readonly SaidMessage[]): SaidMessage[] {
  const wanted = new Set(sources);
  return messages.filter(({ id, role, content }, i) => {
    if (role !== "user") return false;
    const before = messages[i - 1];
    const agrees = before?.role === "assistant" && wanted.has(before.id) && isAgreement(content);
    return wanted.has(id) || agrees;
  });
}

/** What an update keeps of the line that it takes the place of need not be said again. */
function unsupported(
  conclusion: Conclusion,
  sources: readonly SaidMessage[],
  context: GateContext,
): DropReason | undefined {
  const reason = unsaid(conclusion, sources, context);
  const { relation, of, text } = conclusion;
  const older = relation === "updates" && of !== null ? context.olderOf?.(of) : undefined;
  if (reason !== "not supported" || older === undefined) return reason;
  const said = sources.map(toContent).join("\n");
  const part = newPart(text, older, said);
  return part === null ? reason : unsaid({ ...conclusion, text: part }, sources, context);
}

/**
 * What an update says that its older line does not, with what both that line and the person say: the rest it keeps from
 * that line, where it stands in the same order. Null where the order is another, or nothing is kept. Pure.
 */
export function newPart(text: string, older: string, said: string): string | null {
  const spoken = new Set(foldedWords(said));
  const line = foldedWords(older);
  let at = 0;
  let isKeeping = false;
  const part: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const folded = foldedWords(word);
    const isKept = folded.every((one) => line.includes(one) && !spoken.has(one));
    if (!isKept) part.push(word);
    else {
      for (const one of folded) {
        at = line.indexOf(one, at) + 1;
        if (at === 0) return null;
        isKeeping = true;
      }
    }
  }
  return isKeeping ? part.join(" ") : null;
}

function unsaid(
  conclusion: Conclusion,
  sources: readonly SaidMessage[],
  context: GateContext,
): DropReason | undefined {
  const { text } = conclusion;
  const { stem, person, recalled } = context;
  const language = languageOf(conclusion, sources, context);
  const assumed = person === null ? [] : [person];
  const measure = (said: string): number => supportFor(text, said, { stem, language, assumed });
  const own = sources.flatMap(({ content }) => statementsIn(content)).join("\n");
  const ownShare = measure(own);
  // What was put into the context explains it better than what the person said: it must not come back as news.
  const isRecalled = recalled.some((memory) => {
    const share = measure(memory);
    return share >= nearlyAll && share > ownShare && agree(text, memory);
  });
  if (isRecalled) return "recalled";
  const isTranslated = sources.some((source) => source.language !== language);
  const languages = [language, ...sources.map((source) => source.language)];
  const agreedTo = proposalsBefore(sources, context.messages);
  const isOwn = ownShare >= minSupport || (isTranslated && isEchoed(text, own, languages));
  const said = isOwn ? own : `${own}\n${agreedTo}`;
  if (!isOwn && measure(said) < minSupport) return "not supported";
  const heard = [
    ...context.messages.filter(({ role }) => role === "user"),
    ...sources.map((source) => ({ ...source, content: agreedTo })),
  ];
  const named = heard.map(toContent).join("\n");
  const spoken = { said, named, stem, language, assumed, isTranslated };
  if (isRefuted(text, spoken)) return "not supported";
  return context.isMadeUp?.(text, { sources, heard, stem, language, assumed })
    ? "not supported"
    : undefined;
}

const toContent = ({ content }: SaidMessage): string => content;

const nearlyAll = 0.8;

/** What the assistant said right before each of the person's agreements. */
function proposalsBefore(
  sources: readonly SaidMessage[],
  messages: readonly SaidMessage[],
): string {
  return sources
    .filter(({ content }) => isAgreement(content))
    .flatMap((source) => {
      const before = messages[messages.indexOf(source) - 1];
      return before?.role === "assistant" ? before.content : [];
    })
    .join("\n");
}

const languageOf = (
  { text }: Conclusion,
  sources: readonly SaidMessage[],
  context: GateContext,
): string => context.languageOf(text) ?? sources.at(-1)?.language ?? "en";
