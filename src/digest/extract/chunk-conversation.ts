import type { SaidMessage } from "../../models/task.ts";

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
  const pieces = messages.flatMap((message) => cutMessage(message, maxTokens * 0.7));
  const chunks: SaidMessage[][] = [];
  let chunk: SaidMessage[] = [];
  let size = 0;
  for (const piece of pieces) {
    const cost = costOf(piece);
    if (chunk.length > 0 && size + cost > maxTokens) {
      chunks.push(chunk);
      chunk = tailOf(chunk, maxTokens / 4);
      size = sizeOf(chunk);
    }
    chunk.push(piece);
    size += cost;
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk];
}

/** What stands around the words of a message when it is quoted. */
const frameTokens = 30;

const costOf = ({ content }: SaidMessage): number => estimateTokens(content) + frameTokens;

const sizeOf = (messages: readonly SaidMessage[]): number =>
  messages.reduce((sum, message) => sum + costOf(message), 0);

function tailOf(chunk: readonly SaidMessage[], maxTokens: number): SaidMessage[] {
  const tail = chunk.slice(-overlap);
  while (sizeOf(tail) > maxTokens) tail.shift();
  return tail;
}

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
