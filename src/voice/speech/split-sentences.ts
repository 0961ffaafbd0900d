/** Stand for a code block and a table that were left out: empty Markdown blocks. */
export const codeMark = "```\n```";
export const tableMark = "| |";

/**
 * Splits a streaming text into pieces to speak one by one; the first comes early. Joined, the pieces are the text,
 * except that code blocks and tables are replaced by `codeMark` and `tableMark`, and trailing white space is dropped.
 */
export async function* splitSentences(deltas: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = createSplitter();
  for await (const delta of deltas) yield* splitter(delta, false);
  yield* splitter("", true);
}

/** Longest piece (characters), because longer ones take too long to synthesize. */
const longestPiece = 300;
/** Characters after which the first piece may end at a comma, so that speech starts soon. */
const shortestFirst = 25;
/** A longer line is neither a fence nor a table row. */
const longestLine = 4_000;

/** Takes more text, and gives the pieces that it completes; `isOver`: no more text comes. */
type Splitter = (delta: string, isOver: boolean) => Generator<string>;

interface SplitState {
  text: string;
  /** What opened the block that is being skipped: a fence, or "|" of a table. */
  block: string | undefined;
  isFirst: boolean;
  isLineStart: boolean;
}

function createSplitter(): Splitter {
  const state: SplitState = { text: "", block: undefined, isFirst: true, isLineStart: true };
  return function* split(delta, isOver) {
    state.text += delta;
    while (state.text !== "") {
      const piece = takePiece(state, isOver);
      if (piece === undefined) return;
      if (piece.trim() !== "") state.isFirst = false;
      else if (isOver && state.text === "") return;
      if (piece !== "") yield piece;
    }
  };
}

/** The next piece: "" where text was skipped, undefined where more text is needed. */
function takePiece(state: SplitState, isOver: boolean): string | undefined {
  const { text, block } = state;
  if (block !== undefined) return skipLine(state, block, isOver);
  const [lead = ""] = /^\s*/.exec(text) ?? [];
  const isLineStart = state.isLineStart || lead.includes("\n");
  const opened = isLineStart ? openBlock(text.slice(lead.length), isOver) : undefined;
  if (opened === "wait") return undefined;
  if (opened !== undefined) {
    state.block = opened.block;
    state.text = text.slice(lead.length + opened.length);
    return lead + (opened.block === "|" ? tableMark : codeMark);
  }
  const end = findCut(text, { isFirst: state.isFirst, isOver });
  if (end === undefined) return undefined;
  const piece = text.slice(0, end);
  state.text = text.slice(end);
  state.isLineStart = /\n[ \t]*$/.test(piece);
  return piece;
}

/** The block that a line opens, and that line's length; "wait": more text is needed to tell. */
function openBlock(
  text: string,
  isOver: boolean,
): { readonly block: string; readonly length: number } | "wait" | undefined {
  if (!/^[|`~>]/.test(text)) return undefined;
  const at = text.indexOf("\n");
  if (at < 0 && !isOver) return text.length < longestLine ? "wait" : undefined;
  const line = text.slice(0, at < 0 ? text.length : Math.min(at, longestLine)).trimEnd();
  const fence = /^[>\s]{0,80}(`{3,}|~{3,})(?!.*`)/.exec(line)?.[1];
  const block = fence ?? (/^\|.+\|$/.test(line) ? "|" : undefined);
  return block === undefined ? undefined : { block, length: at < 0 ? text.length : at };
}

/** Drops a line of a block, with the line break before it; undefined if it is not whole yet. */
function skipLine(state: SplitState, block: string, isOver: boolean): "" | undefined {
  const end = state.text.indexOf("\n", 1);
  const isWhole = end >= 0 || isOver;
  const line = state.text.slice(1, end < 0 ? undefined : end);
  const words = line.replace(/^[>\s]{1,80}/, "").trimEnd();
  const isAfterTable = block === "|" && !words.startsWith("|") && (isWhole || words !== "");
  if (!isWhole && !isAfterTable) {
    // A line too long for a fence is replaced by a short one, to bound memory.
    if (line.length > longestLine) state.text = "\n| ";
    return undefined;
  }
  if (!isAfterTable) state.text = end < 0 ? "" : state.text.slice(end);
  const isFence = words.startsWith(block) && words === block.charAt(0).repeat(words.length);
  if (isAfterTable || (block !== "|" && isFence)) {
    state.block = undefined;
    state.isLineStart = true;
  }
  return "";
}

/** Where the next piece ends; undefined if more text is needed. White space belongs to the piece after it. */
function findCut(
  text: string,
  { isFirst, isOver }: { readonly isFirst: boolean; readonly isOver: boolean },
): number | undefined {
  const start = text.search(/\S/);
  if (start < 0) return text.length > longestPiece || isOver ? text.length : undefined;
  const end = findSentence(text) ?? (isFirst ? findClause(text, start) : undefined);
  if (end !== undefined && end <= longestPiece) return toGrapheme(text, end);
  if (text.length > longestPiece) return toGrapheme(text, findPause(text, start));
  return isOver ? text.length : undefined;
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** The end of the first sentence that is certain to have ended: something follows it. */
function findSentence(text: string): number | undefined {
  const near = text.slice(0, longestPiece + 60);
  for (const { index, segment } of sentences.segment(near)) {
    const end = index + segment.trimEnd().length;
    // A space behind a full stop is not waited beyond: speech starts sooner.
    const [next = /[.!?] $/.test(segment) ? "A" : undefined] =
      /\S/.exec(near.slice(index + segment.length)) ?? [];
    if (next === undefined) return undefined;
    if (segment.trim() !== "" && !goesOn(near.slice(0, index + segment.length), next)) return end;
  }
  return undefined;
}

/** Whether the sentence goes on behind what the segmenter takes for its end. */
function goesOn(sentence: string, next: string): boolean {
  if (!/(?:\s|[。！？])$/.test(sentence)) return true; // "**Done." of "**Done.**"
  const isLine = /\n\s*$/.test(sentence);
  const line = sentence.trimEnd().split("\n").at(-1) ?? "";
  if (isLine && !/[.!?…。！？؟।:]["'»”)*_]*$/.test(line)) {
    return (
      !itemStart.test(line) && !/[-*+#>|`~•\d]/.test(next) && !/\n\s*\n/.test(sentence.slice(-20))
    );
  }
  if (isLine) return false;
  if (/\p{Ll}/u.test(next)) return true; // "Stop!" he said.
  const [, word] = /([\p{L}\p{N}.ªº]{1,12})\.$/u.exec(line) ?? [];
  if (word === undefined) return /^[»”]/.test(next);
  if (/^\d{1,2}$/.test(word)) return true; // "3. Mai", "1. Wash it"
  if (/\d/.test(next)) return /^\p{L}{1,5}$/u.test(word); // "p. 3", "No. 7"
  return (/^\p{L}$/u.test(word) && word !== "I") || abbreviations.has(word.toLowerCase());
}

const itemStart = /^[\s>]*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s)/;

/** Words before a dot that stand before another word, in lower case. */
const abbreviations = new Set(
  (
    "mr mrs ms dr prof rev gen sen gov capt sgt lt hon st mt vs approx ca cf eg ie e.g i.e " +
    "sr sra srta srs sres sras dra dña ud uds vd vds lic arq pág núm p.ej p.ex aprox av avda exmo exma profa " +
    "mme mlle mgr hrn nr bzw ggf inkl exkl vgl evtl sog z.b d.h u.a dipl österr"
  ).split(" "),
);

/** The first pause at least `shortestFirst` characters after the start. */
function findClause(text: string, start: number): number | undefined {
  const pause = /[,;،؛–—](?=\s)|(?<!:):(?=\s)|[，、；：]/g;
  pause.lastIndex = start + shortestFirst - 1;
  const match = pause.exec(text);
  return match === null || match.index + 1 === text.length ? undefined : match.index + 1;
}

/** The last pause within `longestPiece`, else the last white space, else the limit itself. */
function findPause(text: string, start: number): number {
  const most = text.slice(0, longestPiece);
  const marks = [", ", "; ", ": ", " – ", "، ", "，", "、"];
  const pause = Math.max(...marks.map((mark) => most.lastIndexOf(mark)));
  if (pause > start + 100) return most[pause] === " " ? pause + 2 : pause + 1;
  const space = /\s\S*$/.exec(most)?.index ?? -1;
  return space > start ? space : longestPiece;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Moves a cut in front of the grapheme it would split. */
function toGrapheme(text: string, cut: number): number {
  if (cut >= text.length) return cut;
  const { index } = graphemes.segment(text.slice(0, cut + 40)).containing(cut) ?? { index: cut };
  if (index > 0) return index;
  // Hundreds of marks on one letter, unreadable anyway: only avoid splitting a code point.
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut;
}
