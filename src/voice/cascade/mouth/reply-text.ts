import { splitSentences } from "../../speech/split-sentences.ts";
import { createQueue, type Queue } from "../../waiting/queue.ts";

/** A reply as it streams in, and the sentences to say of it. */
export interface ReplyText {
  write(delta: string): void;
  /** What was written so far is a whole: its last sentence need not wait for more. */
  flush(): void;
  end(): void;
  /** Sentence by sentence. One reader. */
  sentences(): AsyncIterable<string>;
  /** All that was written. */
  readonly text: string;
}

/** Begins empty. */
export function createReplyText(): ReplyText {
  const parts = createQueue<Queue<string>>();
  let part: Queue<string> | undefined;
  let text = "";
  const flush = (): void => {
    part?.close();
    part = undefined;
  };
  return {
    write(delta) {
      text += delta;
      if (part === undefined) {
        part = createQueue<string>();
        parts.push(part);
      }
      part.push(delta);
    },
    flush,
    end() {
      flush();
      parts.close();
    },
    async *sentences() {
      for await (const deltas of parts) yield* splitSentences(deltas);
    },
    get text() {
      return text;
    },
  };
}

/** Of what was to be said, how much was heard. */
export interface HeardPiece {
  /** As it stood in the reply. */
  readonly text: string;
  /** As it was spoken. */
  readonly spoken: string;
  /** 0 to 1. */
  readonly share: number;
}

/** The beginning of a text that takes this share of it, in whole words. */
export function firstWords(text: string, share: number): string {
  if (share >= 1) return text;
  const words = [...text.matchAll(/\S+/gu)];
  const last = words[Math.floor(words.length * Math.max(0, share)) - 1];
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** What was heard, as one line of speech. */
export function heardText(pieces: readonly Omit<HeardPiece, "text">[]): string {
  return pieces
    .map(({ spoken, share }) => firstWords(spoken, share).trim())
    .filter((text) => text !== "")
    .join(" ");
}

/**
 * How much of the last answer (`sent`) was heard, where all that was streamed in the turn is `all` and it was cut into
 * these pieces. What came of earlier answers in the turn was stored with them.
 */
export function heardOf(sent: string, all: string, pieces: readonly WrittenPiece[]): string {
  const end = heardEnd(all, pieces);
  const start = all.length - sent.length;
  return sent.slice(0, Math.max(0, end - start)).trimEnd();
}

type WrittenPiece = Omit<HeardPiece, "spoken">;

function heardEnd(all: string, pieces: readonly WrittenPiece[]): number {
  let end = 0;
  for (const { text, share } of pieces) {
    const heard = firstWords(text, share);
    if (heard === "") break;
    const found = all.indexOf(heard, end);
    end = found === -1 ? Math.min(all.length, end + heard.length) : found + heard.length;
    if (share < 1) break;
  }
  return end;
}
