/** Lines of a file as Latin-1 text, one character a byte: whatever the encoding, joining yields the same bytes. */
export function toLines(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .split("\n");
}

/** The bytes of lines that `toLines` made. */
export function fromLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join("\n"), "latin1");
}

/** What makes two lines the same line: everything but the carriage return. */
export function lineKey(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** How often each line that is not blank occurs. */
export function countLines(bytes: Uint8Array | null | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of toLines(bytes ?? new Uint8Array())) {
    const key = lineKey(line);
    if (key.trim() !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines that occur more often than before. */
export const moreLines = (
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): string[] =>
  [...now].filter(([line, count]) => count > (before.get(line) ?? 0)).map(([line]) => line);

/** The lines of the next version that the one before has not, or not so often, as text. */
export const addedLines = (before: Uint8Array | null, next: Uint8Array): string[] =>
  moreLines(countLines(before), countLines(next)).map((line) =>
    Buffer.from(line, "latin1").toString("utf8"),
  );
