import { LociError } from "../../errors.ts";
import { type RealtimeDone, realtimeRate } from "../../models/realtime.ts";
import type { ModelEvent, Replying, ReplyRequest } from "../../models/respond.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type Transcript,
} from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { readWithin } from "../async/read-within.ts";
import { resample } from "../audio/resample.ts";
import type { LiveReply, VoicedItem } from "../voice-ports.ts";
import type { LiveLink } from "./live-link.ts";
import type { AnswerEvent, LiveTalk } from "./live-talk.ts";

/** Longest silence of the server within an answer, and longest wait for a transcript (ms). */
const maxStallMs = 20_000;
const transcriptMs = 15_000;
const maxTries = 2;

/**
 * Answers by the live model: its words come as text, their sound goes to the reply. Once more on a new connection where
 * nothing was said yet; then `instead` answers.
 */
export async function* answerLive(
  link: LiveLink,
  reply: LiveReply,
  request: ReplyRequest,
  instead: Replying,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) break;
    const { end, hasBegun } = yield* listen(talk, reply, request, signal);
    if (!(end instanceof LociError)) {
      link.worked();
      return yield* toEvents(end);
    }
    if (hasBegun || signal.aborted) return yield { type: "failure", error: end };
    if (!talk.isClosed) link.failed(end);
  }
  yield* instead.respond(request, signal);
}

interface Listened {
  readonly end: RealtimeDone | LociError;
  /** Something was said, so it cannot be asked again. */
  readonly hasBegun: boolean;
}

/** The words of an answer while its sound goes to the reply. */
async function* listen(
  talk: LiveTalk,
  reply: LiveReply,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Listened> {
  let hasBegun = false;
  let end: Listened["end"] = stalled;
  try {
    const events = await talk.answer(request, signal);
    for await (const event of readWithin(maxStallMs, () => events, signal)) {
      if (event.type !== "words" && event.type !== "sound") {
        end = endOf(event);
        break;
      }
      hasBegun = true;
      if (event.type === "sound") reply.sound(voicedItem(talk, event.item), event.pcm);
      else yield* say(reply, event.text);
    }
  } catch (error) {
    if (!(error instanceof LociError) && !signal.aborted) throw error;
    end = error instanceof LociError ? error : calledOff;
  }
  reply.endSound();
  return { end: end === stalled && signal.aborted ? calledOff : end, hasBegun };
}

function endOf(
  event: Extract<AnswerEvent, { type: "done" | "refused" | "closed" }>,
): Listened["end"] {
  if (event.type !== "done") return event.error;
  return event.end instanceof LociError ? event.end : event;
}

function* say(reply: LiveReply, text: string): Generator<ModelEvent> {
  reply.voice(text);
  yield { type: "text", text };
}

const voicedItem = (talk: LiveTalk, id: string): VoicedItem => ({
  id,
  rate: realtimeRate,
  words: () => talk.words(id),
  cut: (ms) => talk.cut(id, ms),
});

function* toEvents({ end, calls }: RealtimeDone): Generator<ModelEvent> {
  for (const { id, name, arguments: words } of calls) {
    yield { type: "toolCall", call: { id, name, arguments: words } };
  }
  if (end instanceof LociError) yield { type: "failure", error: end };
  else yield { type: "end", reason: end === "cancelled" ? "stop" : end };
}

const failure = (state: string, data: { readonly reason: string; readonly passing?: true }) =>
  new LociError("MODEL_FAILED", `Cannot get an answer from the live voice: ${state}`, { data });
const stalled = failure("it does not go on; try again", { reason: "stalled", passing: true });
const calledOff = failure("the turn was called off", { reason: "aborted" });

/**
 * Has the live model hear a turn, which stays in its conversation as sound. Once more where the connection drops; what
 * the server cannot write down, `instead` does.
 */
export async function transcribeLive(
  link: LiveLink,
  pcm: Int16Array,
  hints: TranscribeHints,
  instead: Transcriber,
  signal: AbortSignal,
): Promise<Transcript> {
  const sound = resample(pcm, speechRate, realtimeRate);
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) break;
    const heard = await within(transcriptMs, (stop) => talk.hear(sound, stop), signal);
    signal.throwIfAborted();
    if (heard.type === "done") return heard.value;
    if (heard.type !== "failed") link.failed(tooLate);
    if (!talk.isClosed) break;
  }
  return instead.transcribe(pcm, hints, signal);
}

const tooLate = new LociError(
  "MODEL_FAILED",
  "Cannot use the live voice: it does not say what it heard; look whether the server is busy or down",
  { data: { reason: "timeout", passing: true } },
);
