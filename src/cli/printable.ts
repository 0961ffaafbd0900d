/** C0 but for tab and line feed, DEL and C1, and the marks that turn the direction of what follows. */
const dangerous = /\r(?!\n)|[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text that cannot steer a terminal, whatever a file holds: control characters are shown as `\u001b`. */
export function printable(text: string): string {
  return text.replace(dangerous, toEscape);
}

/** Splits off what can only be judged with the next piece of a text: half a character, or half a line end. */
export function wholePiece(text: string): { readonly whole: string; readonly rest: string } {
  const at = text.length - (/[\r\ud800-\udbff]$/.test(text) ? 1 : 0);
  return { whole: text.slice(0, at), rest: text.slice(at) };
}

/** JSON that is the same to a program, and harmless in a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(dangerous, toEscape);
}

const toEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
