import { LociError, messageOf } from "../../errors.ts";
import type { RealtimeModel } from "../../models/realtime.ts";
import { within } from "../../within.ts";
import { LiveTalk } from "./live-talk.ts";

interface LinkParts {
  readonly model: RealtimeModel;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** It cannot be used; undefined: it can again. */
  readonly trouble: (error: LociError | undefined) => void;
}

/** How long it is left alone after a failure; and how many drops within what time are one (ms). */
const restMs = 60_000;
const maxDrops = 3;
const dropsWithinMs = 120_000;
/** Longer than a model takes to give up connecting by itself (ms). */
const maxWaitMs = 60_000;

/** The connection to a live model: opened when it is needed, and again when it drops; left alone for a while when it fails. */
export class LiveLink {
  readonly #parts: LinkParts;
  readonly #closing = new AbortController();
  #talk: LiveTalk | undefined;
  #opening: Promise<LiveTalk | undefined> | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #drops: readonly number[] = [];

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** The conversation at the server; undefined where there is none now and others are to answer. Never rejects. */
  async take(signal: AbortSignal): Promise<LiveTalk | undefined> {
    if (this.#talk?.isClosed === false) return this.#talk;
    this.#talk?.close();
    this.#talk = undefined;
    if (this.#parts.elapsed() < this.#restsUntil || this.#closing.signal.aborted) return undefined;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    const opened = await within(maxWaitMs, () => opening, signal);
    return opened.type === "done" ? opened.value : undefined;
  }

  /** The last turn that it heard so is not meant for it. */
  unhear(text: string): void {
    this.#talk?.unhear(text);
  }

  /** It answered. */
  worked(): void {
    this.#parts.trouble(undefined);
  }

  /** It does not answer: others do, for `restMs`. */
  failed({ code, message, data }: LociError): void {
    this.#restsUntil = this.#parts.elapsed() + restMs;
    this.#talk?.close();
    this.#talk = undefined;
    const sentence = `${message}; until it answers again, speech to text, the model and text to speech take its place`;
    this.#parts.trouble(new LociError(code, sentence, { data }));
  }

  close(): void {
    this.#closing.abort();
    this.#talk?.close();
  }

  async #open(): Promise<LiveTalk | undefined> {
    const talk = new LiveTalk((error) => this.#onDrop(error));
    try {
      await talk.open(this.#parts.model, this.#closing.signal);
      this.#talk = talk;
      return talk;
    } catch (error) {
      const sentence = `Cannot use the live voice: ${messageOf(error)}`;
      const failure =
        error instanceof LociError
          ? error
          : new LociError("MODEL_FAILED", sentence, { cause: error });
      if (!this.#closing.signal.aborted) this.failed(failure);
      return undefined;
    } finally {
      this.#opening = undefined;
    }
  }

  #onDrop(error: LociError): void {
    this.#talk = undefined;
    const now = this.#parts.elapsed();
    this.#drops = [...this.#drops.filter((at) => now - at < dropsWithinMs), now];
    if (this.#drops.length < maxDrops) return;
    this.#drops = [];
    this.failed(error);
  }
}
