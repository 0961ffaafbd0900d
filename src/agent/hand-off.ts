import { adviceOn, LociError } from "../errors.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toErrorEvent } from "./error-event.ts";
import { sessionOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

type HandOffPorts = Pick<TurnPorts, "sessions" | "agents" | "report">;

type HandOff = Extract<SessionEvent, { type: "handoff" }>;

export type HandOffEvent = Extract<TurnEvent, { type: "handoff" }>;

/** Makes another agent the one that answers; its event, or why not. Never throws. */
export function handOff(
  ports: HandOffPorts,
  sessionId: string,
  to: string,
): HandOffEvent | Extract<TurnEvent, { type: "error" }> {
  try {
    return moveTo(ports, sessionId, to, "");
  } catch (error) {
    return toErrorEvent(error, ports.report);
  }
}

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

/** `message`: what asked for it. Throws LociError NOT_FOUND for an agent that is not there, BAD_INPUT for the one that is answering. */
export function moveTo(
  ports: HandOffPorts,
  sessionId: string,
  to: string,
  context: string,
  message?: number,
): HandOffEvent {
  const from = sessionOf({ ports, sessionId }).agent;
  const ids = [...ports.agents.keys()];
  if (!ports.agents.has(to)) {
    const advice = adviceOn(to, ids, `there are ${ids.join(", ")}`);
    throw new LociError(
      "NOT_FOUND",
      `Cannot hand over to the agent "${to}": there is no such agent; ${advice}`,
      { data: { agent: to } },
    );
  }
  if (to === from) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot hand over to the agent "${to}": it is the one that answers`,
      { data: { agent: to } },
    );
  }
  ports.sessions.update(
    sessionId,
    { agent: to },
    {
      type: "handoff",
      from,
      to,
      context: context.slice(0, longestContext),
      ...(message === undefined ? {} : { message }),
    },
  );
  return { type: "handoff", from, to };
}
