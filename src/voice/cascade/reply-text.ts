import { createQueue, type Queue } from "../async/queue.ts";
import type { Piece } from "../audio/sound.ts";
import type { LiveReply } from "../live/live-talk.ts";
import { splitSentences } from "../speech/split-sentences.ts";

/** A reply as it streams in, split into what is to be spoken; a live model brings the sound of its words along. */
export class ReplyText implements LiveReply {
  /** All that was written. */
  text = "";
  readonly #parts = createQueue<Queue<string> | Piece>();
  readonly #voiced: string[] = [];
  #writing: Queue<string> | undefined;

  write(delta: string): void {
    this.text += delta;
    if (this.#voiced[0] === delta) {
      this.#voiced.shift();
      return;
    }
    if (this.#writing === undefined) {
      this.#writing = createQueue();
      this.#parts.push(this.#writing);
    }
    this.#writing.push(delta);
  }

  /** The text so far is complete: its last sentence waits for no more. */
  flush(): void {
    this.#writing?.close();
    this.#writing = undefined;
  }

  end(): void {
    this.flush();
    this.#parts.close();
  }

  voice(words: string): void {
    this.#voiced.push(words);
  }

  add(voiced: Piece): void {
    this.flush();
    this.#parts.push(voiced);
  }

  /** Sentences that are to be synthesized, and what has its sound, in order. One reader. */
  async *utterances(): AsyncGenerator<string | Piece> {
    for await (const part of this.#parts) {
      if ("sound" in part) yield part;
      else yield* splitSentences(part);
    }
  }
}

/** What was heard of a piece: as it stood in the reply, and as it was spoken. */
export interface HeardPiece {
  readonly text: string;
  readonly spoken: string;
}

/** The first words of a text, as many as this share (0 to 1) of it, rounded down. */
export function firstWords(text: string, share: number): string {
  if (share >= 1) return text;
  const words = [...text.matchAll(/\S+/gu)];
  const last = words[Math.floor(words.length * Math.max(0, share)) - 1];
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** Joins what was heard into one line, in the words that were spoken. */
export const heardText = (pieces: readonly HeardPiece[]): string =>
  pieces
    .map(({ spoken }) => spoken.trim())
    .filter((text) => text !== "")
    .join(" ");

/**
 * The part of the turn's last answer (`sent`) that was heard. `all` is everything streamed in the turn, `pieces` what
 * it was split into; earlier answers of the turn are stored separately.
 */
export function heardPart(sent: string, all: string, pieces: readonly HeardPiece[]): string {
  let end = 0;
  for (const { text: heard } of pieces) {
    if (heard === "") break;
    const found = all.indexOf(heard, end);
    end = found === -1 ? Math.min(all.length, end + heard.length) : found + heard.length;
  }
  return sent.slice(0, Math.max(0, end - (all.length - sent.length))).trimEnd();
}
