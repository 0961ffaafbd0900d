/** Lines of a stream, one by one, as they arrive. Only line feeds end a line, whatever else a text may hold. */
export async function* readLines(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const lines of readBatches(stream)) yield* lines;
}

/** Most lines handed on at once: keeps one write, and the wait for its acknowledgements, short. */
const maxLines = 200;

/** Whole lines of a stream, as many as have arrived at a time; a last line without its end counts. */
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
