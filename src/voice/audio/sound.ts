import type { Speech } from "../../models/synthesize.ts";
import { createQueue } from "../async/queue.ts";

/** Speech in memory, which may still grow: a sentence is ready while the one before it still plays. */
export class Sound implements Speech {
  readonly rate: number;
  readonly pcm = createQueue<Uint8Array>();
  isComplete = false;
  #bytes = 0;

  constructor(rate: number) {
    this.rate = rate;
  }

  /** Length so far (ms). */
  get ms(): number {
    return (this.#bytes / 2 / this.rate) * 1_000;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.pcm.push(chunk);
  }

  /** No more comes; `isComplete`: because this is all. */
  end(isComplete: boolean): void {
    this.isComplete ||= isComplete;
    this.pcm.close();
  }
}

/** A piece of a reply, about a sentence; text and sound may still grow. */
export interface Piece {
  readonly text: () => string;
  /** The text as it is read out. */
  readonly spoken: () => string;
  readonly sound: Sound;
  /** No more than this was heard of it (ms). */
  readonly cut?: (ms: number) => void;
}
