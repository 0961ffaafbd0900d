import { isLanguageRequest } from "../language/detect/language-request.ts";
import type { QuotedMemory } from "../models/requests.ts";
import type { ReplyRequest } from "../models/respond.ts";
import type { Message, Recalled, Resolved, Session } from "../session/session.ts";
import { openSlots, summaryOf } from "../session/slots.ts";
import { speakerName } from "../session/speaker-name.ts";
import { countTokens } from "./count-tokens.ts";
import { type Fitted, fitBudget } from "./fit-budget.ts";
import { type Context, toQuoted, toScored } from "./gather-context.ts";
import type { PromptParts, ResolvedLine } from "./prompt-layers.ts";
import { sinceCleared, threadOf } from "./thread.ts";
import { toolOutputsFor } from "./tool-outputs.ts";
import { toolsFor } from "./tools.ts";
import { sessionOf, type Turn } from "./turn.ts";

/** What is wanted of the model next. */
export interface Wanted {
  readonly context: Context;
  /** Saved from the message already, in words. */
  readonly saved: readonly string[];
  readonly toolResults: readonly { readonly name: string; readonly content: string }[];
  readonly withTools: boolean;
  readonly contextTokens: number;
}

/** Messages of a session that are looked at; what is older is not replayed. */
const maxMessages = 200;
const maxResolved = 8;
const maxSwitches = 3;

/** The request for the session's agent as things stand: layers, thread and tools within the budget. */
export function buildRequest(
  turn: Turn,
  wanted: Wanted,
): { readonly request: ReplyRequest; readonly fitted: Fitted } {
  const { ports, sessionId, request: message } = turn;
  const session = sessionOf(turn);
  const messages = sinceCleared(
    ports.sessions.messages(sessionId, { limit: maxMessages }),
    ports.sessions.events(sessionId),
    session.agent,
  );
  const fitted = fitBudget(
    {
      parts: partsOf(turn, wanted, messages),
      thread: threadOf(messages, session.agent),
      tools: wanted.withTools ? toolsFor(ports, session.agent) : [],
      summary: summaryOf(ports.sessions.slots(sessionId), session.agent),
    },
    wanted.contextTokens,
    countTokens,
  );
  const request: ReplyRequest = {
    asked: {
      message: message.content,
      language: message.language,
      person: session.person,
      memories: answering(wanted.context),
      ...(wanted.context.blind === undefined ? {} : { blind: wanted.context.blind }),
      ...(wanted.context.known === undefined ? {} : { known: wanted.context.known }),
      toolResults: wanted.toolResults,
      said: messages.filter(({ role, id }) => role === "user" && id < message.id).map(toContent),
      asksLanguage: isLanguageRequest(message.content),
      ...(message.mode === "voice" ? { isSpoken: true } : {}),
      reminders: wanted.context.reminders.map(({ text }) => text),
      today: ports.localTime().slice(0, 10),
      clock: ports.localTime().slice(11, 16),
    },
    messages: fitted.messages,
    ...(fitted.tools.length > 0 ? { tools: fitted.tools } : {}),
  };
  return { request, fitted };
}

/** Of the last one also what the person wanted, and their mood where it was not an even one. */
function toResolvedLine(
  { outgoing, localTime }: Turn["ports"],
  session: Session,
  { at, topic, summary, intents, sentiment }: Resolved,
  isLast: boolean,
): ResolvedLine {
  const wanted = isLast ? outgoing.words(session, intents.join("; ")) : "";
  return {
    date: localTime(at).slice(0, 10),
    topic,
    summary: outgoing.words(session, summary),
    ...(wanted === "" ? {} : { wanted }),
    ...(isLast && sentiment !== "neutral" ? { mood: sentiment } : {}),
  };
}

const toContent = ({ content }: { readonly content: string }): string => content;

function answering({ topic, hits }: Context): QuotedMemory[] {
  return topic === undefined ? hits.map(toScored) : topic.lines.map(toQuoted);
}

function partsOf(
  turn: Turn,
  { context, saved }: Wanted,
  messages: readonly Message[],
): PromptParts {
  const { ports, sessionId, request } = turn;
  const { sessions, memory } = ports;
  const session = sessionOf(turn);
  const events = sessions.events(sessionId);
  const arrival = events.findLast((event) => event.type === "handoff");
  const resolved = memory.reads ? sessions.resolved(session.person, session.agent) : [];
  const requests = messages.filter(({ role }) => role === "user");
  const recalled = memory.reads ? sessions.recalled(sessionId, session.agent) : [];
  const atHand = memoriesAtHand(recalled, requests, ports.workingMs);
  return {
    persona: ports.persona(session.agent),
    speaker: session.person === null ? "" : speakerName(session.person),
    language: request.language,
    mode: request.mode,
    now: ports.localTime(),
    writes: memory.writes,
    recent: context.recent,
    memories: ports.outgoing.memories(session, atHand).map(toQuoted),
    facts: context.facts,
    topic: context.topic,
    blind: context.blind !== undefined,
    profile: context.profile,
    behaviours: context.behaviours,
    slots: openSlots(sessions.slots(sessionId)),
    resolved: resolved
      .slice(0, maxResolved)
      .map((one, i) => toResolvedLine(ports, session, one, i === 0)),
    switches: events.filter((event) => event.type === "language").slice(-maxSwitches),
    handoff:
      arrival?.to === session.agent ? { from: arrival.from, context: arrival.context } : undefined,
    toolOutputs: toolOutputsFor(messages, session, request.at - ports.workingMs),
    saved,
    reminders: context.reminders.map(toQuoted),
    earlier: [],
  };
}

/** Most memories in a prompt; past it the oldest leave, several at once. */
const maxMemories = 12;
const leaveAtOnce = 6;

/**
 * Of all that was recalled in a conversation, what is still at hand, in order of its coming. What was recalled longer ago
 * than `life` (ms) has left: its file may say something else by now. Memories leave seldom, since what a server has cached
 * of a prompt ends where the first one is missing. `requests`: the person's messages, oldest first. Pure.
 */
function memoriesAtHand(
  recalled: readonly Recalled[],
  requests: readonly Pick<Message, "id" | "at">[],
  life: number,
): Recalled[] {
  const now = requests.at(-1)?.at ?? 0;
  const since = requests.find(({ at }) => now - at <= life)?.id ?? 0;
  const live = recalled.filter(({ message = 0 }) => message >= since);
  const excess = Math.ceil((live.length - maxMemories) / leaveAtOnce) * leaveAtOnce;
  const left = live
    .toSorted((a, b) => (a.message ?? 0) - (b.message ?? 0))
    .slice(0, Math.max(0, excess));
  return live.filter((memory) => !left.includes(memory));
}
