/** Yields the lines of a stream as they arrive. Only LF and CRLF end a line, not other Unicode line ends. */
export async function* readLines(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const lines of readBatches(stream)) yield* lines;
}

/** Most lines per batch, so that one write, and the wait for it, stays short. */
const maxLines = 200;

/** Yields the lines that have arrived together. A last line without a line end counts. */
export async function* readBatches(stream: AsyncIterable<unknown>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (let at = 0; at < lines.length; at += maxLines) yield lines.slice(at, at + maxLines);
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
