import { startTimer } from "../diagnostics.ts";
import { LociError } from "../errors.ts";
import type { Message, Session } from "../session/session.ts";
import { within } from "../within.ts";
import { detectTopic } from "./detect-topic.ts";
import { gatherContext } from "./gather-context.ts";
import { reply } from "./reply.ts";
import { savePreference } from "./save-at-once.ts";
import { attempt, newMessage, type Said, sessionOf, type Turn } from "./turn.ts";
import { type TurnEvent, toErrorEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";

type Events<T = void> = AsyncGenerator<TurnEvent, T>;

/**
 * One message of the person and all that comes of it, as the one stream of events that terminal, voice and HTTP render.
 * Never throws: failures are events, and the message stays stored. The person's message is on disk when its event
 * comes, the reply's when its own `message` comes; then the stream stays open a little for the topic, which is looked
 * for beside the reply and else goes on in `ports.background`. The caller sees to it that a session takes one turn at a
 * time.
 *
 * To interrupt, abort `signal` and read on: the stream ends soon, and what was sent is stored. Who just
 * stops reading has it stored too, but `return()` waits for the model's next event.
 */
export async function* takeTurn(
  ports: TurnPorts,
  sessionId: string,
  said: Said,
  signal: AbortSignal = new AbortController().signal,
): Events {
  const startedAt = ports.elapsed();
  try {
    const session = sessionOf({ ports, sessionId });
    const request = yield* storeRequest(ports, session, said);
    const found = { degradations: new Set<string>(), latency: {}, recalled: new Map() };
    yield* answer({ ports, sessionId, signal, request, startedAt, ...found });
  } catch (error) {
    yield toErrorEvent(error, ports.report);
  }
}

/** Puts the person's message on disk before anything else can fail, then what it changes of mode and language. */
async function* storeRequest(ports: TurnPorts, session: Session, said: Said): Events<Message> {
  const { sessions } = ports;
  if (said.content.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot answer an empty message: say something");
  }
  const startedAt = ports.elapsed();
  const degradations = new Set<string>();
  // Detection that fails or hangs leaves the language as it was.
  const waiting = { what: "language detection", ms: ports.timeouts.language };
  const judged = await attempt({ ports, degradations }, waiting, () =>
    ports.judgeLanguage(session, said),
  );
  const { language = session.language, detected = null, trigger = null } = judged ?? {};
  const message = newMessage(
    { language, mode: said.mode },
    {
      role: "user",
      agent: session.agent,
      content: said.content,
      detected,
      switched: trigger !== null,
      latency: { ...said.latency, language: Math.round(ports.elapsed() - startedAt) },
      degradations: [...degradations],
      ...(said.confidence === undefined ? {} : { confidence: said.confidence }),
    },
  );
  const request = sessions.addMessage(session.id, message);
  const { id, content, agent } = request;
  yield { type: "message", role: "user", id, content, language, agent };
  if (said.mode !== session.mode) {
    const event = { type: "mode", from: session.mode, to: said.mode } as const;
    sessions.update(session.id, { mode: said.mode }, event);
    yield event;
  }
  if (language !== session.language) {
    const by = trigger ?? "auto_detected";
    const event = { type: "language", from: session.language, to: language, trigger: by } as const;
    // A request that is taken back leaves the language as it was; what was only heard is as good as before.
    const ofMessage = by === "user_request" ? { message: id } : {};
    sessions.update(session.id, { language }, { ...event, ...ofMessage });
    yield event;
  }
  return request;
}

/**
 * Context, reply and topic of a message that is on disk. The topic is looked for once the reply has begun, lest the
 * reply waits behind it at a server.
 */
async function* answer(turn: Turn): Events {
  const { ports, signal } = turn;
  const saving = savePreference(turn);
  let search: ReturnType<typeof searchTopic> | undefined;
  let isWell = true;
  try {
    const context = yield* gatherContext(turn);
    const inTime = await within(ports.timeouts.saving, () => saving);
    const { event, saved } = inTime.type === "done" ? inTime.value : {};
    if (event !== undefined) yield event;
    const done = startTimer("reply");
    for await (const said of reply(turn, context, saved)) {
      yield said;
      isWell &&= said.type !== "error";
      if (said.type === "delta") search ??= searchTopic(turn);
    }
    done();
    const found = await within(ports.timeouts.topic, async () => search, signal);
    if (found.type === "done" && found.value?.topic !== undefined) yield found.value.topic;
  } finally {
    // A reply that failed has said so itself.
    const told = search?.then(({ error }) => error && isWell && ports.report(error));
    if (told !== undefined) ports.background(told.then(() => {}));
    await saving; // When the turn is over, what it saved is known: it may be taken back.
  }
}

/** Never rejects. */
async function searchTopic(turn: Turn): Promise<{ topic?: TurnEvent; error?: unknown }> {
  const ended = await within(turn.ports.timeouts.background, (stop) => detectTopic(turn, stop));
  if (ended.type === "failed") return { error: ended.error };
  return ended.type === "done" && ended.value !== undefined ? { topic: ended.value } : {};
}
