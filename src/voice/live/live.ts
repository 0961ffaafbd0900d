import { LociError, messageOf } from "../../errors.ts";
import { type RealtimeDone, type RealtimeModel, realtimeRate } from "../../models/realtime.ts";
import type { ModelEvent, Replying, ReplyRequest } from "../../models/respond.ts";
import { speechRate, type Transcriber, type Transcript } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { noLimit, readWithin } from "../async/read-within.ts";
import { resample } from "../audio/resample.ts";
import type { LiveReply, LiveVoice } from "../voice-ports.ts";
import { type LiveAnswer, LiveTalk } from "./live-talk.ts";

interface LiveRequest {
  readonly realtime: RealtimeModel;
  /** Who hears and answers where it cannot. */
  readonly instead: { readonly transcriber: Transcriber; readonly model: Replying };
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
}

/** A live model, as the parts of a voice conversation that it takes the place of. */
export interface LiveParts {
  /** What the conversation is to be answered by. */
  readonly model: Replying;
  readonly transcriber: Transcriber;
  readonly voice: LiveVoice;
}

/**
 * A model that hears and speaks itself, in a cascade: when to listen, to whom, commands and what interrupts it are
 * decided there, so no sound leaves before somebody speaks. Where the model cannot be reached, the cascade's own parts
 * take over in the same session. Connects to nothing before somebody speaks.
 */
export function createLiveParts({ realtime, instead, elapsed }: LiveRequest): LiveParts {
  const { id, isCloud } = realtime;
  const link = new LiveLink(realtime, elapsed);
  let reply: LiveReply | undefined;
  return {
    model: {
      id,
      isCloud: isCloud || instead.model.isCloud,
      async *respond(request, signal = new AbortController().signal) {
        // What is not spoken, others answer.
        const isAnswered = reply !== undefined && (yield* respond(link, request, reply, signal));
        if (!isAnswered) yield* instead.model.respond(request, signal);
      },
    },
    transcriber: {
      id,
      isCloud: isCloud || instead.transcriber.isCloud,
      async transcribe(pcm, hints, signal) {
        const heard = await transcribe(link, pcm, signal);
        return heard ?? instead.transcriber.transcribe(pcm, hints, signal);
      },
      probe: () => realtime.probe(),
    },
    voice: {
      start({ trouble }) {
        link.tell = trouble;
      },
      warm: (signal) => void link.take(signal),
      unhear: (text) => link.unhear(text),
      replyTo(next) {
        reply = next;
      },
      close: () => link.close(),
    },
  };
}

/** How long it is left alone after a failure (ms). */
const restMs = 60_000;

/** The connection to a live model: opened when it is needed, and again when it drops; left alone for a while when it fails. */
class LiveLink {
  tell: (error: LociError | undefined) => void = () => {};
  readonly #model: RealtimeModel;
  readonly #elapsed: () => number;
  readonly #closing = new AbortController();
  #talk: LiveTalk | undefined;
  #opening: Promise<LiveTalk | undefined> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(model: RealtimeModel, elapsed: () => number) {
    this.#model = model;
    this.#elapsed = elapsed;
  }

  /** The conversation at the server; undefined where others are to answer. Never rejects. */
  async take(signal: AbortSignal): Promise<LiveTalk | undefined> {
    if (this.#talk?.isClosed === false) return this.#talk;
    this.#talk?.close();
    this.#talk = undefined;
    if (this.#elapsed() < this.#restsUntil || this.#closing.signal.aborted) return undefined;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    const opened = await within(noLimit, () => opening, signal);
    return opened.type === "done" ? opened.value : undefined;
  }

  unhear(text: string): void {
    this.#talk?.unhear(text);
  }

  /** It does not answer: others do, for `restMs`. */
  fail({ code, message, data }: LociError): void {
    this.#restsUntil = this.#elapsed() + restMs;
    this.#talk?.close();
    this.#talk = undefined;
    const sentence = `${message}; until it answers again, speech to text, the model and text to speech take its place`;
    this.tell(new LociError(code, sentence, { data }));
  }

  close(): void {
    this.#closing.abort();
    this.#talk?.close();
  }

  async #open(): Promise<LiveTalk | undefined> {
    try {
      this.#talk = await new LiveTalk().open(this.#model, this.#closing.signal);
    } catch (cause) {
      const sentence = `Cannot use the live voice: ${messageOf(cause)}`;
      const error = new LociError("MODEL_FAILED", sentence, { cause });
      if (!this.#closing.signal.aborted) this.fail(cause instanceof LociError ? cause : error);
    }
    this.#opening = undefined;
    return this.#talk;
  }
}

/** Longest silence of the server within an answer, and longest wait for a transcript (ms). */
const maxStallMs = 20_000;
const transcriptMs = 15_000;
const maxTries = 2;

/** Has the model hear a turn, once more where the connection drops; undefined if it cannot write it down. */
async function transcribe(
  link: LiveLink,
  pcm: Int16Array,
  signal: AbortSignal,
): Promise<Transcript | undefined> {
  const sound = resample(pcm, speechRate, realtimeRate);
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) return undefined;
    const heard = await within(transcriptMs, () => talk.hear(sound), signal);
    signal.throwIfAborted();
    if (heard.type === "done") return heard.value;
    if (heard.type === "late") link.fail(noTranscript);
    if (!talk.isClosed) return undefined;
  }
  return undefined;
}

/** Answers, once more on a new connection where it drops before a word. False if others are to answer. */
async function* respond(
  link: LiveLink,
  request: ReplyRequest,
  reply: LiveReply,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, boolean> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) return false;
    const { end, hasBegun } = yield* wordsOf(talk, request, reply, signal);
    if (!(end instanceof LociError)) {
      link.tell(undefined);
      yield* toEvents(end);
      return true;
    }
    if (hasBegun || signal.aborted) {
      yield { type: "failure", error: end };
      return true;
    }
    if (!talk.isClosed || tries === maxTries) link.fail(end);
  }
  return false;
}

interface Ending {
  readonly end: RealtimeDone | LociError;
  /** Something was said, so it cannot be asked again. */
  readonly hasBegun: boolean;
}

/** The words of an answer, and how it ended. */
async function* wordsOf(
  talk: LiveTalk,
  request: ReplyRequest,
  reply: LiveReply,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Ending> {
  let answer: LiveAnswer | undefined;
  try {
    answer = await talk.answer(request, reply, signal);
    const { words } = answer;
    for await (const text of readWithin(maxStallMs, () => words, signal)) {
      if (text !== "") yield { type: "text", text };
    }
  } catch (error) {
    if (error instanceof LociError) return { end: error, hasBegun: false };
    if (!signal.aborted) throw error;
  }
  const hasBegun = answer !== undefined && answer.said.size > 0;
  for (const { pcm } of answer?.said.values() ?? []) pcm.close();
  if (signal.aborted) return { end: calledOff, hasBegun };
  const end = answer?.end ?? stalled;
  const failed = !(end instanceof LociError) && end.end instanceof LociError ? end.end : end;
  return { end: failed, hasBegun };
}

function* toEvents({ end, calls }: RealtimeDone): Generator<ModelEvent> {
  for (const { id, name, arguments: words } of calls) {
    yield { type: "toolCall", call: { id, name, arguments: words } };
  }
  if (!(end instanceof LociError)) {
    yield { type: "end", reason: end === "cancelled" ? "stop" : end };
  }
}

const failure = (sentence: string, reason: string): LociError =>
  new LociError("MODEL_FAILED", sentence, { data: { reason, passing: true } });
const stalled = failure(
  "Cannot get an answer from the live voice: it does not go on; try again",
  "stalled",
);
const calledOff = failure("Cannot get an answer from the live voice: called off", "aborted");
const noTranscript = failure(
  "Cannot use the live voice: it does not say what it heard; look whether the server is busy or down",
  "timeout",
);
