import { isLanguageRequest } from "../language/detect/language-request.ts";
import type { ReplyInput } from "../models/requests.ts";
import type { ReplyRequest } from "../models/respond.ts";
import type { Message } from "../session/session.ts";
import { summaryOf } from "../session/slots.ts";
import { type Fitted, fitBudget } from "./budget.ts";
import { type Context, toQuoted, toScored } from "./gather-context.ts";
import { layersFor } from "./prompt.ts";
import type { SavedAtOnce } from "./save-at-once.ts";
import { sinceCleared, threadOf } from "./thread.ts";
import { toolsFor } from "./tools.ts";
import { sessionOf, type Turn } from "./turn.ts";

/** What is wanted of the model next. */
interface Wanted {
  readonly context: Context;
  /** From the person's message already. */
  readonly saved: SavedAtOnce | undefined;
  readonly toolResults: ReplyInput["toolResults"];
  readonly contextTokens: number;
}

/** Messages of a session that are looked at; what is older is not replayed. */
const maxMessages = 200;

/** The request for the session's agent as things stand: layers, thread and tools within the budget. */
export function buildRequest(
  turn: Turn,
  { context, saved, toolResults, contextTokens }: Wanted,
  withTools: boolean,
): { readonly request: ReplyRequest; readonly fitted: Fitted } {
  const { ports, sessionId } = turn;
  const { sessions } = ports;
  const { agent } = sessionOf(turn);
  const all = sessions.messages(sessionId, { limit: maxMessages });
  const messages = sinceCleared(all, sessions.events(sessionId), agent);
  const fitted = fitBudget(
    {
      layers: layersFor(turn, { context, saved, messages }),
      thread: threadOf(messages, agent),
      tools: withTools ? toolsFor(ports, agent) : [],
      summary: summaryOf(sessions.slots(sessionId), agent),
    },
    contextTokens,
  );
  const { tools } = fitted;
  const asked = { ...askedIn(turn, context, messages), toolResults };
  const request = { asked, messages: fitted.messages };
  return { request: tools.length > 0 ? { ...request, tools } : request, fitted };
}

/** What is asked, in parts: for what replies without a server. */
function askedIn(
  turn: Turn,
  { topic, hits, blind, known, reminders }: Context,
  messages: readonly Message[],
): Omit<ReplyInput, "toolResults"> {
  const { id, content, language, mode } = turn.request;
  const now = turn.ports.localTime();
  const before = messages.filter((message) => message.role === "user" && message.id < id);
  return {
    message: content,
    language,
    person: sessionOf(turn).person,
    memories: topic === undefined ? hits.map(toScored) : topic.lines.map(toQuoted),
    ...(blind === undefined ? {} : { blind }),
    ...(known === undefined ? {} : { known }),
    said: before.map((message) => message.content),
    asksLanguage: isLanguageRequest(content),
    isSpoken: mode === "voice",
    reminders: reminders.map(({ text }) => text),
    today: now.slice(0, 10),
    clock: now.slice(11, 16),
  };
}
