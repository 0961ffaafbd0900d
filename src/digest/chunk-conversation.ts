import type { SaidMessage } from "../models/requests.ts";

/** Tokens of a text, rather too many than too few: four letters of ASCII, any other character for itself. */
export function estimateTokens(text: string): number {
  const others = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / 3.5) + others;
}

/** What stands around the words of a message when it is quoted. */
const frameTokens = 30;

const sizeOf = (messages: readonly SaidMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + frameTokens, 0);

/**
 * Cuts a conversation into stretches of at most so many tokens, each beginning with the last two messages of the one
 * before where they fit in a quarter of it; a message that is longer than a stretch is cut into pieces. Pure.
 */
export function chunkConversation(
  messages: readonly SaidMessage[],
  maxTokens: number,
): readonly (readonly SaidMessage[])[] {
  const chunks: SaidMessage[][] = [];
  for (const piece of messages.flatMap((message) => cutMessage(message, maxTokens * 0.7))) {
    const chunk = chunks.at(-1);
    if (chunk !== undefined && sizeOf([...chunk, piece]) <= maxTokens) chunk.push(piece);
    else {
      const tail = chunk?.slice(-2) ?? [];
      chunks.push(sizeOf(tail) <= maxTokens / 4 ? [...tail, piece] : [piece]);
    }
  }
  return chunks;
}

function cutMessage(message: SaidMessage, maxTokens: number): SaidMessage[] {
  const most = Math.max(50, maxTokens - frameTokens);
  const pieces = [""];
  for (const word of message.content.match(/\S{1,100}\s*|\s+/gu) ?? []) {
    const piece = pieces.at(-1) ?? "";
    if (piece === "" || estimateTokens(piece + word) <= most)
      pieces[pieces.length - 1] = piece + word;
    else pieces.push(word);
  }
  return pieces.map((content) => ({ ...message, content }));
}
