import type { TurnEvent } from "../../../agent/turn-event.ts";
import type { TurnTimes } from "../../voice-event.ts";
import type { SpokenExtra, VoicePorts } from "../../voice-ports.ts";
import { settleWithin } from "../../waiting/settle-within.ts";
import type { Uttered } from "../mouth/mouth.ts";
import { createReplyText, heardOf, heardText, type ReplyText } from "../mouth/reply-text.ts";
import { errorPhrase } from "../mouth/say-phrase.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { followLanguage, readTurn } from "./read-turn.ts";
import type { SpokenMessage } from "./turn-queue.ts";
import { type Marks, mark, toTimes } from "./turn-times.ts";

/** Without a word of the model for so long, a sound, then a sentence (ms). */
const soundAfter = 1_500;
const wordAfter = 8_000;

/** Why a reply was cut short. */
export type StopReason = Exclude<TurnTimes["aborted"], "failed" | undefined>;

/** A reply while it is made and spoken. */
interface Reply {
  readonly taken: SpokenMessage;
  /** Aborted with a StopReason. */
  readonly stop: AbortSignal;
  readonly marks: Marks;
  readonly text: ReplyText;
  uttered: Uttered | undefined;
  /** The message that was stored whole. */
  stored: { readonly id: number; readonly content: string } | undefined;
  error: Extract<TurnEvent, { type: "error" }> | undefined;
  /** The model was asked. */
  isAsked: boolean;
  /** The conversation was aborted. */
  isCalledOff: boolean;
}

/**
 * One spoken turn: asks the conversation, passes its events on, and says the reply while it streams in. To cut it short,
 * abort `stop` with a StopReason. Resolves when all is said, with the reply's text; never rejects.
 */
export async function answer(
  parts: CascadeParts,
  taken: SpokenMessage,
  stop: AbortSignal,
): Promise<string> {
  const release = await parts.talking.take();
  if (stop.aborted) {
    release();
    return "";
  }
  const reply = beginReply(taken, stop);
  mark(reply.marks, "transcribe", parts.ports.elapsed());
  const calledOff = new AbortController();
  const asked = ask(parts, reply, calledOff.signal).finally(release);
  reply.uttered = await speak(parts, reply);
  const callOff = (): void => {
    reply.isCalledOff = true;
    calledOff.abort(stop.reason);
  };
  stop.addEventListener("abort", callOff, { once: true });
  if (stop.aborted) callOff();
  await asked;
  stop.removeEventListener("abort", callOff);
  await close(parts, reply, reply.uttered);
  return reply.text.text;
}

function beginReply(taken: SpokenMessage, stop: AbortSignal): Reply {
  return {
    taken,
    stop,
    marks: { ...taken.marks },
    text: createReplyText(),
    uttered: undefined,
    stored: undefined,
    error: undefined,
    isAsked: false,
    isCalledOff: false,
  };
}

async function ask(parts: CascadeParts, reply: Reply, signal: AbortSignal): Promise<void> {
  const { conversation } = parts.ports;
  const waiting = announceWaiting(parts, reply.stop);
  await readTurn(conversation, {
    content: reply.taken.text,
    extra: { ...extraOf(reply), heard: (sent) => heardIn(reply, sent) },
    signal,
    onEvent(event) {
      if (event.type === "delta" || event.type === "error") waiting.end();
      noteEvent(parts, reply, event);
    },
  });
  waiting.end();
  reply.text.end();
}

function extraOf({ taken, marks }: Reply): SpokenExtra {
  const { language, confidence } = taken;
  const { silence, transcribe } = toTimes(marks, { at: 0, speechMs: 0, replyMs: 0 }).stages;
  return {
    mode: "voice",
    latency: { silence, transcribe },
    ...(language === null ? {} : { language }),
    ...(confidence === null ? {} : { confidence }),
  };
}

/** What the person heard of an answer; what could not be spoken was there to be read. */
function heardIn({ uttered, text }: Reply, sent: string): string {
  if (uttered === undefined || !uttered.isInterrupted) return sent;
  return heardOf(sent, text.text, uttered.pieces);
}

function noteEvent({ ports, emit, language }: CascadeParts, reply: Reply, event: TurnEvent): void {
  const { marks, text } = reply;
  followLanguage(language, event);
  if (event.type === "error") reply.error = event;
  else if (event.type === "tool") reply.isAsked = true;
  if (event.type === "delta") {
    mark(marks, "model", ports.elapsed());
    text.write(event.text);
  } else if (!reply.isAsked && marks.model === undefined) marks.context = ports.elapsed();
  if (event.type === "message" && event.role === "assistant") {
    if (!reply.isCalledOff) reply.stored = event;
    text.flush();
  }
  emit(event);
}

function speak({ ports, mouth, language }: CascadeParts, reply: Reply): Promise<Uttered> {
  const { marks, stop } = reply;
  return mouth.say(sentencesOf(reply, ports.elapsed), {
    language: language.current,
    signal: stop,
    onMade: () => mark(marks, "synthesize", ports.elapsed()),
    onSound: () => mark(marks, "play", ports.elapsed()),
  });
}

async function* sentencesOf({ text, marks }: Reply, elapsed: () => number): AsyncGenerator<string> {
  for await (const sentence of text.sentences()) {
    mark(marks, "sentence", elapsed());
    yield sentence;
  }
}

/** Lets the person know that it is working. */
function announceWaiting({ mouth, phrase }: CascadeParts, stop: AbortSignal) {
  const sound = setTimeout(() => mouth.sound("thinking"), soundAfter);
  const words = setTimeout(() => void phrase("one_moment", {}, { signal: stop }), wordAfter);
  const end = (): void => {
    clearTimeout(sound);
    clearTimeout(words);
  };
  stop.addEventListener("abort", end, { once: true });
  return { end };
}

/** Emits what was heard of the reply, and how long it took. */
async function close(parts: CascadeParts, reply: Reply, uttered: Uttered): Promise<void> {
  const { emit, ports } = parts;
  const { stop, stored, text } = reply;
  const said = heardText(uttered.pieces);
  const { isInterrupted } = uttered;
  if (said !== "" || isInterrupted) emit({ type: "spoken", text: said, isInterrupted });
  if (isInterrupted && stored !== undefined) {
    const heard = heardOf(stored.content, text.text, uttered.pieces);
    await settleWithin(longestNote, () => ports.conversation.keepHeard(stored.id, heard));
  }
  const times = timesOf(parts, reply, uttered);
  emit({ type: "latency", ...times });
  noteTimes(ports, times);
  const phrase = reply.error && errorPhrase(reply.error, said !== "");
  if (phrase !== undefined && !stop.aborted) await parts.phrase(phrase, {}, { signal: stop });
}

/** Keeping what was heard (ms). */
const longestNote = 2_000;

function timesOf({ ports }: CascadeParts, reply: Reply, uttered: Uttered): TurnTimes {
  const { taken, marks, stop, error } = reply;
  const at = ports.now() - (ports.elapsed() - marks.fellSilent);
  const { heardMs, isInterrupted, isBroken } = uttered;
  const isCut = isInterrupted || (stop.aborted && reply.stored === undefined);
  const isFailed = heardMs === 0 && (error !== undefined || isBroken);
  const cut = stop.reason === "interrupted" ? "interrupted" : "stopped";
  const aborted = isCut ? cut : isFailed ? "failed" : undefined;
  return toTimes(marks, { at, speechMs: taken.speechMs, replyMs: heardMs, aborted });
}

function noteTimes(ports: VoicePorts, times: TurnTimes): void {
  try {
    ports.noteTimes(times);
  } catch {
    // Times that cannot be kept are no reason not to talk.
  }
}
