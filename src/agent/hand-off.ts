import { adviceOn, LociError } from "../errors.ts";
import type { Session, SessionEvent } from "../session/session.ts";
import { sessionOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

type HandOff = Extract<SessionEvent, { type: "handoff" }>;

/** The hand-off to the agent that has not replied since, if there is one. */
export function pendingHandOff(
  sessions: TurnPorts["sessions"],
  { id, agent }: Pick<Session, "id" | "agent">,
): HandOff | undefined {
  const last = sessions.events(id).findLast((event) => event.type === "handoff");
  if (last?.to !== agent) return undefined;
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY });
  const since = messages.slice(messages.findLastIndex((message) => message.agent !== agent) + 1);
  return since.some(({ role }) => role === "assistant") ? undefined : last;
}

/** Throws LociError NOT_FOUND, with the nearest, for an agent that is not among these. */
export function checkAgent(
  agents: Pick<ReadonlySet<string>, "has" | "keys">,
  agent: string,
  fault = `Cannot talk to the agent "${agent}": it is not there`,
): void {
  if (agents.has(agent)) return;
  const ids = [...agents.keys()];
  const advice = adviceOn(agent, ids, `there are ${ids.join(", ")}`);
  throw new LociError("NOT_FOUND", `${fault}; ${advice}`, { data: { agent } });
}

/**
 * Makes another agent the one that answers. Throws LociError NOT_FOUND for an agent that is not there, BAD_INPUT for
 * the one that is answering.
 */
export function handOff(
  ports: TurnPorts,
  sessionId: string,
  /** `context`: what the next agent should know; `message`: the person's that asked for it. */
  wish: { readonly to: string; readonly context?: string; readonly message?: number },
): Extract<TurnEvent, { type: "handoff" }> {
  const { to, context = "", message } = wish;
  const { agent: from } = sessionOf({ ports, sessionId });
  checkAgent(ports.agents, to);
  if (to === from) {
    const sentence = `Cannot hand over to the agent "${to}": it is the one that answers`;
    throw new LociError("BAD_INPUT", sentence, { data: { agent: to } });
  }
  const event = { type: "handoff", from, to, context: context.slice(0, 4_000) } as const;
  const change = message === undefined ? event : { ...event, message };
  ports.sessions.update(sessionId, { agent: to }, change);
  return { type: "handoff", from, to };
}
