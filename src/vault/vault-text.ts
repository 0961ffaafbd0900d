import { isUtf8 } from "node:buffer";
import { LociError } from "../errors.ts";

/** The text of a file without its byte order mark. */
export interface VaultText {
  readonly text: string;
  readonly hasBom: boolean;
  /** False: `text` is a lossy copy, fit to be searched and never to be written. */
  readonly isUtf8: boolean;
}

/** Decodes the bytes of a file; bytes that are not UTF-8 become replacement characters. */
export function decodeText(bytes: Uint8Array): VaultText {
  const start = hasBom(bytes) ? 3 : 0;
  const body = start === 0 ? bytes : bytes.subarray(start);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  return { text, hasBom: start > 0, isUtf8: isUtf8(body) };
}

/** Decodes a file that is about to be edited; throws LociError UNREADABLE unless it is UTF-8. */
export function decodeForEdit(bytes: Uint8Array): VaultText {
  const decoded = decodeText(bytes);
  if (decoded.isUtf8) return decoded;
  throw new LociError(
    "UNREADABLE",
    "Cannot edit the file: it is not UTF-8; save it as UTF-8 first",
  );
}

/** The bytes of a text, with the byte order mark it came with. */
export function encodeText(text: string, hasBom: boolean): Buffer {
  return Buffer.from(hasBom ? `\ufeff${text}` : text, "utf8");
}

const hasBom = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
