import { LociError } from "../errors.ts";
import type { Session } from "../session/session.ts";
import { within } from "../within.ts";
import { isPrivate, noteMissing, sessionOf, type Turn, timeoutsOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { LanguageJudgement, Said, TurnPorts } from "./turn-ports.ts";

/** Puts the person's message on disk before anything else can fail, then what it changes of mode and language. */
export async function* storeRequest(
  ports: TurnPorts,
  sessionId: string,
  said: Said,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, Turn> {
  if (said.content.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot answer an empty message: say something");
  }
  const startedAt = ports.elapsed();
  const degradations: string[] = [];
  const session = sessionOf({ ports, sessionId });
  const judged = await judge(ports, session, said, degradations);
  const { sessions } = ports;
  const request = sessions.addMessage(sessionId, {
    role: "user",
    agent: session.agent,
    content: said.content,
    mode: said.mode,
    language: judged.language,
    detected: judged.detected,
    switched: judged.switched,
    recalled: [],
    latency: { ...said.latency, language: Math.round(ports.elapsed() - startedAt) },
    degradations: [...degradations],
    hasPrivateData: isPrivate(ports, said.content),
    ...(said.confidence === undefined ? {} : { confidence: said.confidence }),
  });
  const { id, content, language, agent } = request;
  yield { type: "message", role: "user", id, content, language, agent };
  if (said.mode !== session.mode) {
    const event = { type: "mode", from: session.mode, to: said.mode } as const;
    sessions.update(sessionId, { mode: said.mode }, event);
    yield event;
  }
  if (judged.language !== session.language) {
    const trigger = judged.trigger ?? "auto_detected";
    const event = { type: "language", from: session.language, to: language, trigger } as const;
    // A request that is taken back leaves the language as it was; what was only heard is as good as before.
    const isAsked = trigger === "user_request";
    sessions.update(sessionId, { language }, isAsked ? { ...event, message: id } : event);
    yield event;
  }
  return {
    ports,
    sessionId,
    said,
    signal,
    request,
    startedAt,
    degradations,
    latency: {},
    recalled: new Map(),
  };
}

/** Detection that fails or hangs leaves the language as it was. */
async function judge(
  ports: TurnPorts,
  session: Session,
  said: Said,
  degradations: string[],
): Promise<LanguageJudgement> {
  const outcome = await within(timeoutsOf(ports).language, () =>
    ports.judgeLanguage(session, said),
  );
  if (outcome.type === "done") return outcome.value;
  noteMissing({ ports, degradations }, "language detection", outcome);
  return { language: session.language, detected: null, switched: false, trigger: null };
}
