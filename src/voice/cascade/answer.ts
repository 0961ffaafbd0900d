import { type ErrorEvent, type TurnEvent, toErrorEvent } from "../../agent/turn-event.ts";
import type { PhraseName } from "../../language/phrases.ts";
import { within } from "../../within.ts";
import { noLimit, untilAborted } from "../async/read-within.ts";
import type { Piece } from "../audio/sound.ts";
import { type Marks, type Stage, type TurnTimes, toTimes } from "../turn-times.ts";
import type { Cascade } from "./cascade.ts";
import type { SpokenMessage } from "./dialog.ts";
import type { SayResult } from "./mouth.ts";
import { heardPart, heardText, ReplyText } from "./reply-text.ts";

/** How long the model may stay silent before the "thinking" earcon, and before "one moment" (ms). */
const soundAfter = 1_500;
export const wordAfter = 8_000;
/** How long a cancelled turn is still read (ms). */
const maxEndMs = 3_000;
/** Longest wait for the stored reply to be trimmed (ms). */
const maxNoteMs = 2_000;

/** One spoken turn: passes the conversation's events on, and speaks the reply while it streams in. */
export class Answer {
  readonly #run: Cascade;
  readonly #message: SpokenMessage;
  /** Aborted with "interrupted" or "stopped". */
  readonly #stop: AbortSignal;
  readonly #marks: Marks;
  readonly #text = new ReplyText();
  /** The complete reply as stored in the session, also if not all of it was heard. */
  #stored: { readonly id: number; readonly content: string } | undefined;
  #error: ErrorEvent | undefined;

  constructor(run: Cascade, message: SpokenMessage, stop: AbortSignal) {
    this.#run = run;
    this.#message = message;
    this.#stop = stop;
    this.#marks = { ...message.marks };
  }

  /** Resolves with the reply's text once everything is spoken. Never rejects. */
  async give(): Promise<string> {
    const { live } = this.#run.ports;
    this.#mark("transcribe");
    live?.replyTo(this.#text);
    const cancelled = new AbortController();
    const asked = this.#ask(cancelled.signal);
    const spoken = await this.#speak();
    const cancel = (): void => cancelled.abort(this.#stop.reason);
    this.#stop.addEventListener("abort", cancel, { once: true });
    if (this.#stop.aborted) cancel();
    await asked;
    await this.#close(spoken);
    return this.#text.text;
  }

  /** Keeps the first moment of a stage. */
  #mark(stage: Stage): void {
    this.#marks[stage] ??= this.#run.ports.elapsed();
  }

  /** Passes on all events of the conversation. Never rejects: a failure becomes an error event. */
  async #ask(signal: AbortSignal): Promise<void> {
    const { mouth, ports } = this.#run;
    const oneMoment = () => void mouth.phrase("one_moment", {}, { signal: this.#stop });
    const timers = [
      setTimeout(() => mouth.earcon("thinking"), soundAfter),
      setTimeout(oneMoment, wordAfter),
    ];
    const rest = (): void => timers.forEach((timer) => void clearTimeout(timer));
    this.#stop.addEventListener("abort", rest, { once: true });
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    const reading = this.#read(both, over.signal, rest);
    await within(noLimit, () => reading, signal);
    // A turn that was called off still says what it has stored.
    await within(maxEndMs, () => reading);
    over.abort(); // Cancels whatever still hangs.
    rest();
    this.#text.end();
    ports.live?.replyTo(undefined);
  }

  async #read(signal: AbortSignal, over: AbortSignal, onReply: () => void): Promise<void> {
    try {
      for await (const event of untilAborted(this.#turn(signal), over)) {
        if (event.type === "delta" || event.type === "error") onReply();
        this.#note(event);
      }
    } catch (error) {
      this.#note(failureEvent(error));
    }
  }

  #turn(signal: AbortSignal): AsyncIterable<TurnEvent> {
    const { text, language, confidence } = this.#message;
    const { silence = 0, transcribe = 0 } = toTimes(this.#marks, {
      at: 0,
      speechMs: 0,
      replyMs: 0,
    }).stages;
    const extra = {
      latency: { silence, transcribe },
      ...(language === null ? {} : { language }),
      ...(confidence === null ? {} : { confidence }),
    };
    return this.#run.ports.conversation.turn(text, extra, signal);
  }

  #note(event: TurnEvent): void {
    if (event.type === "error") this.#error = event;
    if (event.type === "recall") this.#mark("context");
    if (event.type === "delta") {
      this.#mark("model");
      this.#text.write(event.text);
    }
    if (event.type === "message" && event.role === "assistant") {
      this.#stored = event;
      this.#text.flush();
    }
    this.#run.emit(event);
  }

  #speak(): Promise<SayResult> {
    return this.#run.mouth.say(this.#utterances(), {
      language: () => this.#run.language,
      signal: this.#stop,
      onSynthesized: () => this.#mark("synthesize"),
      onSound: () => this.#mark("play"),
    });
  }

  async *#utterances(): AsyncGenerator<string | Piece> {
    for await (const utterance of this.#text.utterances()) {
      this.#mark("sentence");
      yield utterance;
    }
  }

  /** Emits what was heard and the latency, and trims the stored reply to what was heard. */
  async #close(spoken: SayResult): Promise<void> {
    const { ports, mouth, emit } = this.#run;
    const stored = this.#stored;
    const { isInterrupted } = spoken;
    const said = heardText(spoken.pieces);
    if (said !== "" || isInterrupted) emit({ type: "spoken", text: said, isInterrupted });
    if (isInterrupted && stored !== undefined) {
      const heard = heardPart(stored.content, this.#text.text, spoken.pieces);
      await within(maxNoteMs, () => ports.conversation.keepHeard(stored.id, heard));
    }
    emit({ type: "latency", ...this.#times(spoken) });
    const phrase = this.#error && errorPhrase(this.#error, said !== "");
    if (phrase !== undefined && !this.#stop.aborted) {
      await mouth.phrase(phrase, {}, { signal: this.#stop });
    }
  }

  #times({ heardMs, isInterrupted, isBroken }: SayResult): TurnTimes {
    const { ports } = this.#run;
    const at = ports.now() - (ports.elapsed() - this.#marks.speechEndedAt);
    const isCut = isInterrupted || (this.#stop.aborted && this.#stored === undefined);
    const isFailed = heardMs === 0 && (this.#error !== undefined || isBroken);
    const reason = this.#stop.reason === "interrupted" ? "interrupted" : "stopped";
    const aborted = isCut ? reason : isFailed ? "failed" : undefined;
    const rest = { at, speechMs: this.#message.speechMs, replyMs: heardMs };
    return toTimes(this.#marks, aborted === undefined ? rest : { ...rest, aborted });
  }
}

/** Any error as an event. */
export function failureEvent(error: unknown): ErrorEvent {
  const message = "Something went wrong inside Loci, and this was left out; try again";
  return toErrorEvent(error, undefined, message);
}

/** The phrase for what failed; undefined if part of the reply was heard and only its end is missing. */
export function errorPhrase(
  { code, message, data }: ErrorEvent,
  wasHeard: boolean,
): PhraseName | undefined {
  if (code === "MODEL_FAILED") {
    const isEnd = data?.reason === "length" || data?.reason === "filtered";
    return wasHeard && isEnd ? undefined : "model_trouble";
  }
  if (code === "BUSY") return "memory_slow";
  const isFull = /ENOSPC|SQLITE_FULL|no space|disk is full/i.test(message);
  return isFull ? "disk_full" : "failed";
}
