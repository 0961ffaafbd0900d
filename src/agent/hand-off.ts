import { adviceOn, LociError } from "../errors.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { sessionOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

type HandOff = Extract<SessionEvent, { type: "handoff" }>;

/** The hand-off to the agent that has not replied since, if there is one. */
export function pendingHandOff(
  sessions: Pick<TurnPorts["sessions"], "events" | "messages">,
  { id, agent }: Pick<Session, "id" | "agent">,
): HandOff | undefined {
  const last = sessions
    .events(id)
    .findLast(
      (event) => event.type === "handoff" || (event.type === "cleared" && event.agent === agent),
    );
  if (last?.type !== "handoff" || last.to !== agent) return undefined;
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY });
  const since = messages.slice(messages.findLastIndex((message) => message.agent !== agent) + 1);
  return since.some(({ role }) => role === "assistant") ? undefined : last;
}

/** The same where a message of the person waits for that agent's answer, with the message. */
export function waitingHandOff(
  sessions: Pick<TurnPorts["sessions"], "events" | "messages">,
  session: Pick<Session, "id" | "agent">,
): (HandOff & { readonly request: Message }) | undefined {
  const pending = pendingHandOff(sessions, session);
  if (pending === undefined) return undefined;
  const messages = sessions.messages(session.id, { limit: Number.POSITIVE_INFINITY });
  const at = messages.findLastIndex(({ role }) => role === "user");
  const request = messages[at];
  const isAnswered = messages
    .slice(at + 1)
    .some(({ role, toolCalls = [] }) => role === "assistant" && toolCalls.length === 0);
  return request === undefined || isAnswered ? undefined : { ...pending, request };
}

const longestContext = 4_000;

interface Wish {
  readonly to: string;
  /** What the next agent should know. */
  readonly context?: string;
  /** The person's message that asked for it. */
  readonly message?: number;
}

/**
 * Makes another agent the one that answers. Throws LociError NOT_FOUND for an agent that is not there, BAD_INPUT for
 * the one that is answering.
 */
export function handOff(
  ports: Pick<TurnPorts, "sessions" | "agents">,
  sessionId: string,
  { to, context = "", message }: Wish,
): Extract<TurnEvent, { type: "handoff" }> {
  const from = sessionOf({ ports, sessionId }).agent;
  const refuse = (code: "NOT_FOUND" | "BAD_INPUT", state: string): LociError =>
    new LociError(code, `Cannot hand over to the agent "${to}": ${state}`, { data: { agent: to } });
  const ids = [...ports.agents.keys()];
  if (!ids.includes(to)) {
    const advice = adviceOn(to, ids, `there are ${ids.join(", ")}`);
    throw refuse("NOT_FOUND", `there is no such agent; ${advice}`);
  }
  if (to === from) throw refuse("BAD_INPUT", "it is the one that answers");
  const event = { type: "handoff", from, to, context: context.slice(0, longestContext) } as const;
  ports.sessions.update(
    sessionId,
    { agent: to },
    message === undefined ? event : { ...event, message },
  );
  return { type: "handoff", from, to };
}
