import type { TurnEvent } from "../../../agent/turn-event.ts";
import { runWithTimeout } from "../../async/timeout.ts";
import type { TurnTimes } from "../../voice-event.ts";
import type { LiveReply, SpokenTurnOptions, VoicedText } from "../../voice-ports.ts";
import { errorPhrase } from "../output/phrases.ts";
import { createReplyText, heardPart, heardText, type ReplyText } from "../output/reply-text.ts";
import type { SayResult } from "../output/speech-output.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { followLanguage, readTurn } from "./read-turn.ts";
import type { SpokenMessage } from "./turn-queue.ts";
import { type Marks, mark, toTimes } from "./turn-times.ts";

/** How long the model may stay silent before the "thinking" earcon, and before "one moment" (ms). */
const soundAfter = 1_500;
const wordAfter = 8_000;

/** Why a reply was cut off. */
export type StopReason = Exclude<TurnTimes["aborted"], "failed" | undefined>;

/** A reply while it is generated and spoken. */
interface Reply {
  readonly message: SpokenMessage;
  /** Aborted with a StopReason. */
  readonly stop: AbortSignal;
  readonly marks: Marks;
  readonly text: ReplyText;
  /** What it sounds like, where the model speaks itself. */
  readonly live: LiveReply | undefined;
  spoken: SayResult | undefined;
  /** The complete reply as stored in the session, also if not all of it was heard. */
  stored: { readonly id: number; readonly content: string } | undefined;
  error: Extract<TurnEvent, { type: "error" }> | undefined;
  /** The model was called: what follows is no longer gathering context. */
  isModelCalled: boolean;
  isCancelled: boolean;
}

/**
 * Runs one spoken turn: passes the conversation's events on and speaks the reply while it streams in. To cut it off,
 * abort `stop` with a StopReason. Resolves with the reply's text once everything is spoken. Never rejects.
 */
export async function answerTurn(
  parts: CascadeParts,
  message: SpokenMessage,
  stop: AbortSignal,
): Promise<string> {
  const release = await parts.conversationLock.take();
  if (stop.aborted) {
    release();
    return "";
  }
  const reply = beginReply(parts, message, stop);
  mark(reply.marks, "transcribe", parts.ports.elapsed());
  const cancelled = new AbortController();
  const asked = ask(parts, reply, cancelled.signal).finally(release);
  reply.spoken = await speak(parts, reply);
  const cancel = (): void => {
    reply.isCancelled = true;
    cancelled.abort(stop.reason);
  };
  stop.addEventListener("abort", cancel, { once: true });
  if (stop.aborted) cancel();
  await asked;
  stop.removeEventListener("abort", cancel);
  await close(parts, reply, reply.spoken);
  return reply.text.text;
}

function beginReply({ ports }: CascadeParts, message: SpokenMessage, stop: AbortSignal): Reply {
  return {
    message,
    stop,
    marks: { ...message.marks },
    text: createReplyText(),
    live: ports.live?.beginReply(),
    spoken: undefined,
    stored: undefined,
    error: undefined,
    isModelCalled: false,
    isCancelled: false,
  };
}

async function ask(parts: CascadeParts, reply: Reply, signal: AbortSignal): Promise<void> {
  const { conversation } = parts.ports;
  const waiting = announceWaiting(parts, reply.stop);
  await readTurn(conversation, {
    content: reply.message.text,
    extra: { ...extraOf(reply), heard: (sent) => heardIn(reply, sent) },
    signal,
    onEvent(event) {
      if (event.type === "delta" || event.type === "error") waiting.end();
      noteEvent(parts, reply, event);
    },
  });
  waiting.end();
  reply.text.end();
  reply.live?.end();
}

function extraOf({ message, marks }: Reply): SpokenTurnOptions {
  const { language, confidence } = message;
  const { silence, transcribe } = toTimes(marks, { at: 0, speechMs: 0, replyMs: 0 }).stages;
  return {
    latency: { silence, transcribe },
    ...(language === null ? {} : { language }),
    ...(confidence === null ? {} : { confidence }),
  };
}

/** The part of an answer that was heard. An answer that was not interrupted counts whole: it could be read. */
function heardIn({ spoken, text }: Reply, sent: string): string {
  if (spoken === undefined || !spoken.isInterrupted) return sent;
  return heardPart(sent, text.text, spoken.pieces);
}

function noteEvent({ ports, emit, language }: CascadeParts, reply: Reply, event: TurnEvent): void {
  const { marks, text, live } = reply;
  followLanguage(language, event);
  if (event.type === "error") reply.error = event;
  else if (event.type === "tool") reply.isModelCalled = true;
  if (event.type === "delta") {
    mark(marks, "model", ports.elapsed());
    text.write(event.text);
    live?.write(event.text);
  } else if (!reply.isModelCalled && marks.model === undefined) marks.context = ports.elapsed();
  if (event.type === "message" && event.role === "assistant") {
    if (!reply.isCancelled) reply.stored = event;
    text.flush();
    live?.flush();
  }
  emit(event);
}

function speak({ ports, output, language }: CascadeParts, reply: Reply): Promise<SayResult> {
  const { marks, stop } = reply;
  return output.say(sentencesOf(reply, ports.elapsed), {
    language: language.current,
    signal: stop,
    onSynthesized: () => mark(marks, "synthesize", ports.elapsed()),
    onSound: () => mark(marks, "play", ports.elapsed()),
  });
}

async function* sentencesOf(
  { text, live, marks }: Reply,
  elapsed: () => number,
): AsyncGenerator<string | VoicedText> {
  for await (const sentence of live?.utterances() ?? text.sentences()) {
    mark(marks, "sentence", elapsed());
    yield sentence;
  }
}

/** Signals with an earcon, then a phrase, that the model is still working. */
function announceWaiting({ output, sayPhrase }: CascadeParts, stop: AbortSignal) {
  const sound = setTimeout(() => output.playEarcon("thinking"), soundAfter);
  const words = setTimeout(() => void sayPhrase("one_moment", {}, { signal: stop }), wordAfter);
  const end = (): void => {
    clearTimeout(sound);
    clearTimeout(words);
  };
  stop.addEventListener("abort", end, { once: true });
  return { end };
}

/** Emits what was heard and the latency, and trims the stored reply to what was heard. */
async function close(parts: CascadeParts, reply: Reply, spoken: SayResult): Promise<void> {
  const { emit, ports } = parts;
  const { stop, stored, text } = reply;
  const said = heardText(spoken.pieces);
  const { isInterrupted } = spoken;
  if (said !== "" || isInterrupted) emit({ type: "spoken", text: said, isInterrupted });
  if (isInterrupted && stored !== undefined) {
    const heard = heardPart(stored.content, text.text, spoken.pieces);
    await runWithTimeout(maxNoteMs, () => ports.conversation.keepHeard(stored.id, heard));
  }
  const times = timesOf(parts, reply, spoken);
  emit({ type: "latency", ...times });
  ports.noteTimes(times);
  const phrase = reply.error && errorPhrase(reply.error, said !== "");
  if (phrase !== undefined && !stop.aborted) await parts.sayPhrase(phrase, {}, { signal: stop });
}

/** Longest wait for the stored reply to be trimmed (ms). */
const maxNoteMs = 2_000;

function timesOf({ ports }: CascadeParts, reply: Reply, spoken: SayResult): TurnTimes {
  const { message, marks, stop, error } = reply;
  const at = ports.now() - (ports.elapsed() - marks.speechEndedAt);
  const { heardMs, isInterrupted, isBroken } = spoken;
  const isCut = isInterrupted || (stop.aborted && reply.stored === undefined);
  const isFailed = heardMs === 0 && (error !== undefined || isBroken);
  const cut = stop.reason === "interrupted" ? "interrupted" : "stopped";
  const aborted = isCut ? cut : isFailed ? "failed" : undefined;
  return toTimes(marks, { at, speechMs: message.speechMs, replyMs: heardMs, aborted });
}
