/** One line of a server's words, for a sentence of ours. */
export function short(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
