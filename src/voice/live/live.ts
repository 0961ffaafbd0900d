import { LociError, messageOf } from "../../errors.ts";
import { type RealtimeModel, realtimeRate } from "../../models/openai/openai-realtime.ts";
import type { RealtimeDone } from "../../models/openai/realtime-events.ts";
import type { ModelEvent, Replying, ReplyRequest } from "../../models/respond.ts";
import { speechRate, type Transcriber, type Transcript } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { noLimit } from "../async/read-within.ts";
import { resample } from "../audio/resample.ts";
import { type LiveReply, LiveTalk } from "./live-talk.ts";

interface LiveRequest {
  readonly realtime: RealtimeModel;
  /** Who hears and answers where it cannot. */
  readonly instead: { readonly transcriber: Transcriber; readonly model: Replying };
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
}

/** Longest wait for a transcript (ms). */
const transcriptMs = 15_000;
/** How long the server is left alone after a failure (ms). */
const restMs = 60_000;

/**
 * A model that hears and speaks itself, as the parts of a cascade that it takes the place of: when to listen, to whom,
 * commands and what interrupts it are decided there, so no sound leaves before somebody speaks. Where the model cannot
 * be reached, the cascade's own parts take over in the same session. Connects to nothing before somebody speaks.
 */
export class Live {
  /** What the conversation is to be answered by. */
  readonly model: Replying;
  readonly transcriber: Transcriber;
  readonly #realtime: RealtimeModel;
  readonly #elapsed: () => number;
  readonly #closing = new AbortController();
  #tell: (error: LociError | undefined) => void = () => {};
  #reply: LiveReply | undefined;
  #talk: LiveTalk | undefined;
  #opening: Promise<LiveTalk | undefined> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor({ realtime, instead: { model, transcriber }, elapsed }: LiveRequest) {
    const { id, isCloud } = realtime;
    this.#realtime = realtime;
    this.#elapsed = elapsed;
    const live = this;
    this.model = {
      id,
      isCloud: isCloud || model.isCloud,
      async *respond(request, signal = new AbortController().signal) {
        const isAnswered = yield* live.#respond(request, signal);
        if (!isAnswered) yield* model.respond(request, signal);
      },
    };
    this.transcriber = {
      id,
      isCloud: isCloud || transcriber.isCloud,
      transcribe: async (pcm, hints, signal) =>
        (await this.#transcribe(pcm, signal)) ?? transcriber.transcribe(pcm, hints, signal),
      probe: () => realtime.probe(),
    };
  }

  /** `tell` is called when it cannot, and others take its place; with undefined once it can again. */
  start(tell: (error: LociError | undefined) => void): void {
    this.#tell = tell;
  }

  /** Somebody begins to speak: connects, if it is not connected. */
  warm(signal: AbortSignal): void {
    void this.#take(signal);
  }

  /** Its sound goes to this reply from now on; undefined: to none. */
  replyTo(reply: LiveReply | undefined): void {
    this.#reply = reply;
  }

  close(): void {
    this.#closing.abort();
    this.#talk?.close();
  }

  /** Has the model hear a turn; undefined if it cannot write it down. */
  async #transcribe(pcm: Int16Array, signal: AbortSignal): Promise<Transcript | undefined> {
    const talk = await this.#take(signal);
    if (talk === undefined) return undefined;
    const sound = resample(pcm, speechRate, realtimeRate);
    const heard = await within(transcriptMs, () => talk.hear(sound), signal);
    signal.throwIfAborted();
    if (heard.type === "late") this.#fail(noTranscript);
    return heard.type === "done" ? heard.value : undefined;
  }

  /** Answers in words, and their sound goes to the reply. False if nothing was said and others are to answer. */
  async *#respond(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, boolean> {
    const reply = this.#reply;
    const talk = await this.#take(signal);
    if (reply === undefined || talk === undefined) return false;
    const { end, hasBegun } = yield* talk.answer(request, reply, signal);
    if (!(end instanceof LociError)) {
      this.#tell(undefined);
      yield* toEvents(end);
      return true;
    }
    if (hasBegun || signal.aborted) {
      yield { type: "failure", error: end };
      return true;
    }
    // Where it dropped, the next turn connects anew.
    if (!talk.isClosed) this.#fail(end);
    return false;
  }

  /** The conversation at the server, a new one where it dropped; undefined where others are to answer. Never rejects. */
  async #take(signal: AbortSignal): Promise<LiveTalk | undefined> {
    if (this.#talk?.isClosed === false) return this.#talk;
    this.#talk?.close();
    this.#talk = undefined;
    if (this.#elapsed() < this.#restsUntil || this.#closing.signal.aborted) return undefined;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    const opened = await within(noLimit, () => opening, signal);
    return opened.type === "done" ? opened.value : undefined;
  }

  async #open(): Promise<LiveTalk | undefined> {
    try {
      this.#talk = await new LiveTalk().open(this.#realtime, this.#closing.signal);
    } catch (cause) {
      const sentence = `Cannot use the live voice: ${messageOf(cause)}`;
      const error = new LociError("MODEL_FAILED", sentence, { cause });
      if (!this.#closing.signal.aborted) this.#fail(cause instanceof LociError ? cause : error);
    }
    this.#opening = undefined;
    return this.#talk;
  }

  /** It does not answer: others do, for `restMs`. */
  #fail({ code, message, data }: LociError): void {
    this.#restsUntil = this.#elapsed() + restMs;
    this.#talk?.close();
    this.#talk = undefined;
    const sentence = `${message}; until it answers again, speech to text, the model and text to speech take its place`;
    this.#tell(new LociError(code, sentence, { data }));
  }
}

function* toEvents({ end, calls }: RealtimeDone): Generator<ModelEvent> {
  for (const { id, name, arguments: words } of calls) {
    yield { type: "toolCall", call: { id, name, arguments: words } };
  }
  if (!(end instanceof LociError)) {
    yield { type: "end", reason: end === "cancelled" ? "stop" : end };
  }
}

const noTranscript = new LociError(
  "MODEL_FAILED",
  "Cannot use the live voice: it does not say what it heard; look whether the server is busy or down",
  { data: { reason: "timeout" } },
);
