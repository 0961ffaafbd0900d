import {
  asksToRemember,
  isAgreement,
  isQuestion,
  sentencesOf,
} from "../../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../../models/requests.ts";
import { foldedWords } from "./compare.ts";

/** A sentence that a quote was taken from. */
export interface Quoted<M = SaidMessage> {
  readonly sentence: string;
  /** The person's message: that in which it stands, or by which they agreed to it. */
  readonly message: M;
  readonly isProposal: boolean;
}

/** Of each piece of a quote, so many words are looked for. */
const longestPiece = 120;
/** A weak model leaves words out, or turns one: from this share of them on, in order, it is that sentence. */
export const nearlyAll = 0.8;

/**
 * The sentences of the person, or of proposals that they agreed to, from which the pieces of a quote were taken; none
 * where one of the pieces stands nowhere. Of several alike the last. Pure.
 */
export function findQuote(quote: string, sentences: readonly Quoted[]): readonly Quoted[] {
  const found = new Set<Quoted>();
  for (const piece of quote.split(/…|\.\.\./u).flatMap(sentencesOf)) {
    const words = foldedWords(piece).slice(0, longestPiece);
    if (words.length === 0) continue;
    const shares = sentences.map(({ sentence }) => shareIn(words, foldedWords(sentence)));
    const best = Math.max(...shares);
    const one = sentences[shares.lastIndexOf(best)];
    if (best < nearlyAll || one === undefined) return [];
    found.add(one);
    // "Yes" stands for what it agrees to.
    const agreed = isAgreement(one.sentence) ? one.message : undefined;
    for (const other of sentences)
      if (other.isProposal && other.message === agreed) found.add(other);
  }
  return [...found];
}

/** All that the person stated, and what they said yes to, sentence by sentence, oldest first. */
export function statedIn<M extends { readonly role: string; readonly content: string }>(
  messages: readonly M[],
): readonly Quoted<M>[] {
  return messages.flatMap((message, i) => {
    if (message.role !== "user") return [];
    const before = messages[i - 1];
    const isAgreed = before?.role === "assistant" && isAgreement(message.content);
    const read = (content: string, isProposal: boolean) =>
      sentencesOf(content).map((sentence) => ({ sentence, message, isProposal }));
    return [...(isAgreed ? read(before.content, true) : []), ...read(message.content, false)];
  });
}

/** A question of the person's states nothing; "can you remember that …?" does. */
export const isStated = ({ sentence, isProposal }: Quoted<unknown>): boolean =>
  isProposal || !isQuestion(sentence) || asksToRemember(sentence);

/** The share (0 to 1) of words that stand in others in their order, 1 of none: their longest common subsequence. */
export function shareIn(words: readonly string[], others: readonly string[]): number {
  if (words.length === 0) return 1;
  let row = new Array<number>(words.length + 1).fill(0);
  for (const other of others) {
    const next = [0];
    words.forEach((word, i) => {
      const both = (row[i] ?? 0) + (word === other ? 1 : 0);
      next.push(Math.max(both, row[i + 1] ?? 0, next[i] ?? 0));
    });
    row = next;
  }
  return (row.at(-1) ?? 0) / words.length;
}
