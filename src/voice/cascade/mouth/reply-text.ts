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
