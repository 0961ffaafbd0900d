import { createQueue, type Queue } from "../../async/queue.ts";
import { splitSentences } from "../../speech/split-sentences.ts";

/** Collects a reply as it streams in, and splits it into sentences to speak. */
export interface ReplyText {
  write(delta: string): void;
  /** Marks the text so far as complete, so that its last sentence doesn't wait for more. */
  flush(): void;
  end(): void;
  /** One reader. */
  sentences(): AsyncIterable<string>;
  /** All that was written. */
  readonly text: string;
}

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

/** A spoken piece, and how much of it was heard. */
export interface HeardPiece {
  /** As it stood in the reply. */
  readonly text: string;
  /** As it was spoken. */
  readonly spoken: string;
  /** Part that was heard, 0 to 1. */
  readonly share: number;
}

/** Returns the first words of a text, as many as this share (0 to 1) of it, rounded down. */
export function firstWords(text: string, share: number): string {
  if (share >= 1) return text;
  const words = [...text.matchAll(/\S+/gu)];
  const last = words[Math.floor(words.length * Math.max(0, share)) - 1];
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** Joins what was heard into one line, in the words that were spoken. */
export function heardText(pieces: readonly Omit<HeardPiece, "text">[]): string {
  return pieces
    .map(({ spoken, share }) => firstWords(spoken, share).trim())
    .filter((text) => text !== "")
    .join(" ");
}

/**
 * Returns the part of the turn's last answer (`sent`) that was heard. `all` is everything streamed in the turn, `pieces`
 * what it was split into; earlier answers of the turn are stored separately.
 */
export function heardPart(sent: string, all: string, pieces: readonly WrittenPiece[]): string {
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
