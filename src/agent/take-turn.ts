import { startTimer } from "../diagnostics.ts";
import { LociError } from "../errors.ts";
import { within } from "../within.ts";
import { startDetection } from "./detect-topic.ts";
import { toErrorEvent } from "./error-event.ts";
import { gatherContext } from "./gather-context.ts";
import { waitingHandOff } from "./hand-off.ts";
import { reply } from "./reply.ts";
import { startSaving } from "./save-preference.ts";
import { storeRequest } from "./store-request.ts";
import { sessionOf, type Turn, timeoutsOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { Said, TurnPorts } from "./turn-ports.ts";

/**
 * One message of the person and all that comes of it, as the one stream of events that terminal, voice and HTTP render.
 * Never throws: failures are events, and the message stays stored. The person's message is on disk when its event comes,
 * the reply's when its own `message` comes; then the stream stays open a little for the topic, which is looked for
 * beside the reply and else goes on in `ports.background`. The caller sees to it that a session takes one turn at a time.
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
    const turn = yield* storeRequest(ports, sessionId, said, signal);
    yield* answer(turn);
  } catch (error) {
    yield toErrorEvent(error, ports.report);
  }
}

/**
 * Carries out a hand-off that was decided in a turn and not answered, because the machine stopped or the model failed: the
 * agent that took over answers the person's last message, as in that turn. Yields nothing where none waits. Never throws.
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
    yield* answer({
      ports,
      sessionId,
      signal,
      request,
      said: { content, mode },
      startedAt: ports.elapsed(),
      degradations: [],
      latency: {},
      recalled: new Map(),
    });
  } catch (error) {
    yield toErrorEvent(error, ports.report);
  }
}

async function* answer(given: Turn): AsyncGenerator<TurnEvent, void> {
  const { promise: isWell, resolve: settle } = Promise.withResolvers<boolean>();
  const ports = { ...given.ports, report: reportIf(isWell, given.ports.report) };
  const turn = { ...given, ports };
  const { topic: topicMs, saving: savingMs } = timeoutsOf(ports);
  const detection = startDetection(turn);
  const saving = startSaving(turn);
  let isReplied = false;
  const done = startTimer("reply");
  try {
    const context = yield* gatherContext(turn);
    const savedInTime = await within(savingMs, () => saving.done);
    if (savedInTime.type !== "late") yield* saving.events();
    // A memory that was saved a moment ago answers nothing.
    const isNew = (text: string): boolean =>
      saving.saved().some((saved) => saved.status === "saved" && saved.text === text);
    const hits = context.hits.filter(({ text }) => !isNew(text));
    if (!turn.signal.aborted) {
      let hasFailed = false;
      for await (const event of reply(turn, {
        context: { ...context, hits },
        saved: saving.saved(),
        onWords: () => detection?.allow(true),
      })) {
        hasFailed ||= event.type === "error";
        yield event;
      }
      settle(!hasFailed);
      done();
    }
    isReplied = true;
    detection?.allow(!turn.signal.aborted);
    await saving.done;
    yield* saving.events();
    if (detection === undefined || turn.signal.aborted) return;
    const found = await within(topicMs, () => detection.found, turn.signal);
    if (found.type === "done" && found.value !== undefined) yield found.value;
  } finally {
    settle(false);
    detection?.allow(isReplied && !turn.signal.aborted);
    if (detection !== undefined) ports.background(detection.found.then(() => {}));
    await saving.done; // When the turn is over, what it saved is known: it may be taken back.
  }
}

/** Reports a model's failure only beside a reply that went well: a reply that failed says so itself. */
const reportIf =
  (isWell: Promise<boolean>, report: TurnPorts["report"]) =>
  async (error: unknown): Promise<void> => {
    const isModels = error instanceof LociError && error.code === "MODEL_FAILED";
    if (!isModels || (await isWell)) report(error);
  };
