import { isUtf8 } from "node:buffer";

/** The text of a file without its byte order mark. */
export interface VaultText {
  readonly text: string;
  readonly hasBom: boolean;
  /** False: `text` is a lossy copy, fit to be searched and never to be written. */
  readonly isUtf8: boolean;
}

/** Decodes the bytes of a file; bytes that are not UTF-8 become replacement characters. */
export function decodeText(bytes: Uint8Array): VaultText {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: new TextDecoder().decode(bytes), hasBom, isUtf8: isUtf8(bytes) };
}

/** The bytes of a text, with the byte order mark it came with. */
export function encodeText(text: string, hasBom: boolean): Buffer {
  return Buffer.from(hasBom ? `\ufeff${text}` : text, "utf8");
}
