/** Longest piece (characters), because longer ones take too long to synthesize. */
const longestPiece = 300;
/** Characters after which the first piece may end at a comma, so that speech starts soon. */
const shortestFirst = 25;

/**
 * Splits a streaming text into pieces to speak one by one; the first comes early. Joined, the pieces are the text
 * without trailing white space.
 */
export async function* splitSentences(deltas: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  let isFirst = true;
  function* split(isOver: boolean): Generator<string> {
    for (let end = findCut(text, isFirst, isOver); end !== undefined; ) {
      const piece = text.slice(0, end);
      text = text.slice(end);
      if (piece.trim() !== "") isFirst = false;
      else if (isOver) return;
      yield piece;
      end = findCut(text, isFirst, isOver);
    }
  }
  for await (const delta of deltas) {
    text += delta;
    yield* split(false);
  }
  yield* split(true);
}

/** Where the next piece ends; undefined if more text is needed. White space belongs to the piece after it. */
function findCut(text: string, isFirst: boolean, isOver: boolean): number | undefined {
  if (text === "") return undefined;
  const start = text.search(/\S/);
  if (start < 0) return text.length > longestPiece || isOver ? text.length : undefined;
  const end = findSentence(text) ?? (isFirst ? findClause(text, start) : undefined);
  if (end !== undefined && end <= longestPiece) return end;
  if (text.length > longestPiece) return findPause(text, start);
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
  const line = sentence.trimEnd().split("\n").at(-1) ?? "";
  if (/\n\s*$/.test(sentence)) {
    if (/[.!?…。！？؟।:]["'»”)*_]*$/.test(line)) return false;
    return (
      !itemStart.test(line) && !/[-*+#>|`~•\d]/.test(next) && !/\n\s*\n/.test(sentence.slice(-20))
    );
  }
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
  const pause = Math.max(
    ...[", ", "; ", ": ", "، ", "，", "、"].map((mark) => most.lastIndexOf(mark)),
  );
  if (pause > start + 100) return pause + 1;
  const space = /\s\S*$/.exec(most)?.index ?? -1;
  return space > start ? space : longestPiece;
}
