/** Estimates how much of the sound sent to a player was heard: it plays in real time once it is open and has enough. */
export class Playhead {
  /** Sound sent so far (ms). */
  sent = 0;
  /** Playback has started. */
  hasBegun = false;
  readonly #startMs: number;
  #heard = 0;
  #since = 0;
  #isOpen = false;
  #isEnded = false;
  #isPlaying = false;

  /** `startMs`: sound that must be buffered before a device starts playing, also after an underrun. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Sound heard by now (ms). */
  at(now: number): number {
    if (this.#isPlaying) this.#heard = Math.min(this.sent, this.#heard + now - this.#since);
    this.#since = now;
    const waiting = this.sent - this.#heard;
    if (waiting <= 0) this.#isPlaying = false;
    else if (this.#isOpen && (waiting >= this.#startMs || this.#isEnded)) this.#isPlaying = true;
    this.hasBegun ||= this.#isPlaying;
    return this.#heard;
  }

  /** The device has opened; nothing more will be sent; or so much sound was sent (ms). */
  note(now: number, what: "open" | "end" | number): void {
    this.at(now);
    if (what === "open") this.#isOpen = true;
    else if (what === "end") this.#isEnded = true;
    else this.sent += what;
    this.at(now);
  }
}
