import { LociError } from "../errors.ts";
import type { Message, Mode, NewMessage, Recalled, Session } from "../session/session.ts";
import type { Ended } from "../within.ts";
import type { Said, TurnPorts, TurnTimeouts } from "./turn-ports.ts";

/** One turn while it is taken. */
export interface Turn {
  readonly ports: TurnPorts;
  readonly sessionId: string;
  readonly said: Said;
  readonly signal: AbortSignal;
  /** The person's message, as it was stored. */
  readonly request: Message;
  /** By `ports.elapsed`. */
  readonly startedAt: number;
  /** What did not work as it should; grows, and is kept with the reply. */
  readonly degradations: string[];
  /** Milliseconds by stage. */
  readonly latency: Record<string, number>;
  /** Memories that the reply is answered from, by id. */
  readonly recalled: Map<string, Recalled>;
}

/** The session as it is now. Throws LociError NOT_FOUND for one that was removed. */
export function sessionOf({
  ports,
  sessionId,
}: {
  readonly ports: Pick<TurnPorts, "sessions">;
  readonly sessionId: string;
}): Session {
  const session = ports.sessions.find(sessionId);
  if (session === undefined) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot go on with the conversation "${sessionId}": it is not there any more; start a new one`,
      { data: { session: sessionId } },
    );
  }
  return session;
}

const usual: TurnTimeouts = {
  language: 1_000,
  context: 1_500,
  saving: 1_000,
  topic: 1_500,
  background: 30_000,
};

/** Who talks does not wait for memories as long as who types: the reply goes on without them. */
const usualByVoice: TurnTimeouts = { ...usual, context: 150 };

export function timeoutsOf({ timeouts }: TurnPorts, mode: Mode = "text"): TurnTimeouts {
  return { ...(mode === "voice" ? usualByVoice : usual), ...timeouts };
}

/** Keeps with the reply what is missing in it, and reports why. */
export function noteMissing(
  { ports, degradations }: Pick<Turn, "ports" | "degradations">,
  what: string,
  ended: Exclude<Ended<unknown>, { type: "done" }>,
): void {
  if (ended.type === "failed") ports.report(ended.error);
  degradations.push(`${what} ${ended.type === "failed" ? "failed" : "timed out"}`);
}

/** A message of ours, with what all of them have. */
export function newMessage(
  turn: Turn,
  message: Pick<NewMessage, "role" | "agent" | "content"> & Partial<NewMessage>,
): NewMessage {
  const { language, mode } = turn.request;
  return {
    mode,
    language,
    detected: null,
    switched: false,
    recalled: [],
    latency: {},
    degradations: [],
    hasPrivateData: isPrivate(turn.ports, message.content),
    ...message,
  };
}

/** In doubt it is. */
export function isPrivate(
  { hasPrivateData, report }: Pick<TurnPorts, "hasPrivateData" | "report">,
  text: string,
): boolean {
  try {
    return hasPrivateData(text);
  } catch (error) {
    report(error);
    return true;
  }
}
