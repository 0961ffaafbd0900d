import { type BlockState, skipBlock, startOfBlock } from "./blocks.ts";
import { findCut } from "./find-cut.ts";

/**
 * Splits a streaming text into pieces to speak one by one; the first comes early. Joined, the pieces are the text, except
 * that code blocks and tables are replaced by `codeMark` and `tableMark`, and trailing white space is dropped.
 */
export async function* splitSentences(deltas: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = createSentenceSplitter();
  for await (const delta of deltas) yield* splitter.push(delta);
  yield* splitter.end();
}

interface SentenceSplitter {
  /** Adds text; returns the pieces it completes. */
  push(delta: string): readonly string[];
  /** Returns the remaining pieces. */
  end(): readonly string[];
}

/** Holds no more text than one piece. */
function createSentenceSplitter(): SentenceSplitter {
  let text = "";
  let block: BlockState | undefined;
  let isFirst = true;
  let isLineStart = true;

  /** Takes the next piece: "" if text was skipped, undefined if more text is needed. */
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
