import { isUtf8 } from "node:buffer";
import { splitLines } from "./split-lines.ts";

/**
 * The text of a file without its byte order mark. Where it is not UTF-8 the text is a lossy copy, with replacement
 * characters: fit to be searched and never to be written.
 */
export function decodeText(bytes: Uint8Array) {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: new TextDecoder().decode(bytes), hasBom, isUtf8: isUtf8(bytes) };
}

/** The bytes of a text, with the byte order mark it came with. */
export const encodeText = (text: string, hasBom: boolean): Buffer =>
  Buffer.from(hasBom ? `\ufeff${text}` : text, "utf8");

/** The lines of a file without their ends. */
export const linesOf = (bytes: Uint8Array): readonly string[] => splitLines(decodeText(bytes).text);
