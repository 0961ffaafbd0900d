import { readBatches } from "./read-batches.ts";

/** Lines of a stream, one by one, as they arrive. Only line feeds end a line, whatever else a text may hold. */
export async function* readLines(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const lines of readBatches(stream)) yield* lines;
}
