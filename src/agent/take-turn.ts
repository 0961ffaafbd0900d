import { startTimer } from "../diagnostics.ts";
import { LociError } from "../errors.ts";
import { within } from "../within.ts";
import { detectTopic } from "./detect-topic.ts";
import { gatherContext } from "./gather-context.ts";
import { waitingHandOff } from "./hand-off.ts";
import { reply } from "./reply.ts";
import { nothingSaved, savePreference } from "./save-at-once.ts";
import {
  attempt,
  newMessage,
  type Said,
  sessionOf,
  startTurn,
  type Turn,
  timeoutsOf,
} from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

/**
 * One message of the person and all that comes of it, as the one stream of events that terminal, voice and HTTP render.
 * Never throws: failures are events, and the message stays stored. The person's message is on disk when its event
 * comes, the reply's when its own `message` comes; then the stream stays open a little for the topic, which is looked
 * for beside the reply and else goes on in `ports.background`. The caller sees to it that a session takes one turn at a
 * time.
 *
 * To interrupt, abort `signal` and read on: the stream ends soon, and what was heard (`said.heard`) is stored. Who just
 * stops reading has it stored too, but `return()` waits for the model's next event.
 */
export async function* takeTurn(
  ports: TurnPorts,
  sessionId: string,
  said: Said,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<TurnEvent, void> {
  try {
    yield* answer(yield* storeRequest(ports, sessionId, said, signal));
  } catch (error) {
    yield toErrorEvent(error, ports.report);
  }
}

/**
 * Carries out a hand-off that was decided in a turn and not answered, because the machine stopped or the model failed:
 * the agent that took over answers the person's last message, as in that turn. Yields nothing where none waits. Never
 * throws.
 */
export async function* answerHandedOver(
  ports: TurnPorts,
  sessionId: string,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<TurnEvent, void> {
  try {
    const waiting = waitingHandOff(ports.sessions, sessionOf({ ports, sessionId }));
    if (waiting === undefined) return;
    const { request, from, to } = waiting;
    yield { type: "handoff", from, to };
    const { content, mode } = request;
    const startedAt = ports.elapsed();
    const said = { content, mode };
    yield* answer(startTurn({ ports, sessionId, signal, request, said, startedAt }));
  } catch (error) {
    yield toErrorEvent(error, ports.report);
  }
}

/** Puts the person's message on disk before anything else can fail, then what it changes of mode and language. */
async function* storeRequest(
  ports: TurnPorts,
  sessionId: string,
  said: Said,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, Turn> {
  if (said.content.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot answer an empty message: say something");
  }
  const startedAt = ports.elapsed();
  const { sessions } = ports;
  const session = sessionOf({ ports, sessionId });
  const degradations: string[] = [];
  // Detection that fails or hangs leaves the language as it was.
  const waiting = { what: "language detection", ms: timeoutsOf(ports).language };
  const judged = await attempt({ ports, degradations }, waiting, () =>
    ports.judgeLanguage(session, said),
  );
  const { language = session.language, detected = null, trigger = null } = judged ?? {};
  const given = {
    role: "user",
    agent: session.agent,
    content: said.content,
    detected,
    switched: trigger !== null,
    latency: { ...said.latency, language: Math.round(ports.elapsed() - startedAt) },
    degradations,
    ...(said.confidence === undefined ? {} : { confidence: said.confidence }),
  } as const;
  const message = newMessage({ language, mode: said.mode }, given);
  const request = sessions.addMessage(sessionId, message);
  const { id, content, agent } = request;
  yield { type: "message", role: "user", id, content, language, agent };
  if (said.mode !== session.mode) {
    const event = { type: "mode", from: session.mode, to: said.mode } as const;
    sessions.update(sessionId, { mode: said.mode }, event);
    yield event;
  }
  if (language !== session.language) {
    const by = trigger ?? "auto_detected";
    const event = { type: "language", from: session.language, to: language, trigger: by } as const;
    // A request that is taken back leaves the language as it was; what was only heard is as good as before.
    sessions.update(
      sessionId,
      { language },
      by === "user_request" ? { ...event, message: id } : event,
    );
    yield event;
  }
  return startTurn({ ports, sessionId, signal, request, said, startedAt });
}

/** Context, reply and topic of a message that is on disk. */
async function* answer(given: Turn): AsyncGenerator<TurnEvent, void> {
  const replied = Promise.withResolvers<boolean>();
  const turn = {
    ...given,
    ports: { ...given.ports, report: reportIf(replied.promise, given.ports.report) },
  };
  const { ports, signal, begun } = turn;
  const { topic: topicMs, saving: savingMs } = timeoutsOf(ports);
  const found = detectTopic(turn);
  const saving = savePreference(turn);
  try {
    const context = yield* gatherContext(turn);
    const inTime = await within(savingMs, () => saving);
    const { events, saved } = inTime.type === "done" ? inTime.value : nothingSaved;
    yield* events;
    if (!signal.aborted) {
      const done = startTimer("reply");
      let isWell = true;
      for await (const event of reply(turn, { context, saved })) {
        isWell &&= event.type !== "error";
        yield event;
      }
      replied.resolve(isWell);
      done();
    }
    begun.resolve(false);
    if (inTime.type !== "done") yield* (await saving).events;
    const topic = await within(topicMs, () => found, signal);
    if (topic.type === "done" && topic.value !== undefined) yield topic.value;
  } finally {
    begun.resolve(false);
    replied.resolve(false);
    ports.background(found.then(() => {}));
    await saving; // When the turn is over, what it saved is known: it may be taken back.
  }
}

/** Reports a model's failure only beside a reply that went well: a reply that failed says so itself. */
const reportIf =
  (isWell: Promise<boolean>, report: TurnPorts["report"]) =>
  async (error: unknown): Promise<void> => {
    const isModels = error instanceof LociError && error.code === "MODEL_FAILED";
    if (!isModels || (await isWell)) report(error);
  };
