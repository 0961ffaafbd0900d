import { isInventedOnSilence } from "./invented-speech.ts";
import type { Message } from "./session.ts";

/** Transcripts that the transcriber is less sure of are asked for again, not taken. */
export const minConfidence = 0.5;

type Heard = Pick<Message, "role" | "mode" | "content" | "confidence">;

/** False for a message of the person that a transcriber was unsure of, or makes up without speech: no memory may come of it. */
export function isHeardClearly({ role, mode, content, confidence = 1 }: Heard): boolean {
  if (role !== "user" || mode !== "voice") return true;
  return confidence >= minConfidence && !isInventedOnSilence(content);
}

/** Messages without those of the person that were not heard clearly, and without what was replied to these. */
export function heardClearly<T extends Heard>(messages: readonly T[]): readonly T[] {
  let isClear = true;
  return messages.filter((message) => {
    if (message.role === "user") isClear = isHeardClearly(message);
    return isClear;
  });
}
