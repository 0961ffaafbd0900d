import { type BlockState, skipBlock, startOfBlock } from "./blocks.ts";
import { findCut } from "./find-cut.ts";

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

interface SentenceSplitter {
  /** The pieces that are complete with this. */
  push(delta: string): readonly string[];
  /** What is left. */
  end(): readonly string[];
}

/** Makes a splitter that has read nothing; `splitSentences` says what it does. It holds no more than one piece. */
function createSentenceSplitter(): SentenceSplitter {
  let text = "";
  let block: BlockState | undefined;
  let isFirst = true;
  let isLineStart = true;

  /** The next piece; "" where something was left out, undefined where more of the text is needed. */
  const take = (isOver: boolean): string | undefined => {
    if (block !== undefined) {
      const skipped = skipBlock(text, block, isOver);
      text = skipped.rest;
      if (!skipped.isOver) return undefined;
      block = undefined;
      isLineStart = true;
      return "";
    }
    const opened = startOfBlock(text, isLineStart, isOver);
    if (opened === "wait") return undefined;
    if (opened !== undefined) {
      text = text.slice(opened.end);
      block = opened.state;
      return opened.piece;
    }
    const end = findCut(text, { isFirst, isLineStart, isOver });
    if (end === undefined) return undefined;
    const piece = text.slice(0, end);
    text = text.slice(end);
    isLineStart = /\n[ \t]*$/.test(piece);
    return piece;
  };

  const drain = (isOver: boolean): readonly string[] => {
    const pieces: string[] = [];
    while (text !== "") {
      const piece = take(isOver);
      if (piece === undefined) break;
      if (piece.trim() !== "") isFirst = false;
      if (piece !== "") pieces.push(piece);
    }
    return pieces;
  };

  return {
    push(delta) {
      text += delta;
      return drain(false);
    },
    end() {
      const pieces = drain(true);
      return pieces.filter((piece, at) => at < pieces.length - 1 || piece.trim() !== "");
    },
  };
}
