import { createSentenceSplitter } from "./sentence-splitter.ts";

/**
 * A text that is still being written, in pieces that can be spoken one by one; the first one comes early. Joined they are
 * the text, white space included, but for code and tables, of which only a mark is left (`codeMark`, `tableMark`), and
 * for white space at the end.
 */
export async function* splitSentences(deltas: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = createSentenceSplitter();
  for await (const delta of deltas) yield* splitter.push(delta);
  yield* splitter.end();
}
