import type { SaidMessage } from "../../models/requests.ts";

const overlap = 2;

/** Tokens of a text, rather too many than too few: four letters of ASCII, any other character for itself. */
export function estimateTokens(text: string): number {
  const others = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / 3.5) + others;
}

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
      const tail = chunk?.slice(-overlap) ?? [];
      chunks.push(sizeOf(tail) <= maxTokens / 4 ? [...tail, piece] : [piece]);
    }
  }
  return chunks;
}

/** What stands around the words of a message when it is quoted. */
const frameTokens = 30;

const sizeOf = (messages: readonly SaidMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + frameTokens, 0);

function cutMessage(message: SaidMessage, maxTokens: number): SaidMessage[] {
  const most = Math.max(50, maxTokens - frameTokens);
  if (estimateTokens(message.content) <= most) return [message];
  const pieces: string[] = [];
  let piece = "";
  for (const word of message.content.match(/\S{1,100}\s*|\s+/gu) ?? []) {
    if (piece !== "" && estimateTokens(piece + word) > most) {
      pieces.push(piece);
      piece = "";
    }
    piece += word;
  }
  return [...pieces, piece].map((content) => ({ ...message, content }));
}
