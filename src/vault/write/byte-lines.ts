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
export function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = lineKey(line);
    if (key.trim() !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines of the next version that the one before has not, or not so often. */
export function addedLines(before: Uint8Array | null, next: Uint8Array): string[] {
  const had = countLines(toLines(before ?? new Uint8Array()));
  const lines = [...countLines(toLines(next))];
  return lines
    .filter(([line, count]) => (had.get(line) ?? 0) < count)
    .map(([line]) => Buffer.from(line, "latin1").toString("utf8"));
}
