import { type GitConfig, isTrue } from "../config/git-config.ts";
import type { Attributes } from "./attributes.ts";

/** What git does to a file on its way into a blob. */
export type Conversion =
  | { readonly type: "none" }
  /** Line ends become LF. */
  | { readonly type: "text" }
  /** Line ends become LF unless the file is binary or was committed with CRLF before. */
  | { readonly type: "auto" }
  /** Git would run a program or re-encode: not ours to imitate. */
  | { readonly type: "unknown"; readonly reason: string };

/** Decides what git would do to a file, after convert.c of git. */
export function conversionOf(bytes: Buffer, attributes: Attributes, config: GitConfig): Conversion {
  const foreign = foreignConversion(bytes, attributes, config);
  if (foreign !== undefined) return { type: "unknown", reason: foreign };
  const text = attributes.get("text") ?? attributes.get("crlf");
  if (text === false) return { type: "none" };
  if (text === "auto") return { type: "auto" };
  if (text === true || text === "input") return { type: "text" };
  const eol = attributes.get("eol");
  if (eol === "lf" || eol === "crlf") return { type: "text" };
  const autocrlf = config.get("core.autocrlf");
  return { type: autocrlf === "input" || isTrue(autocrlf) ? "auto" : "none" };
}

/** The bytes git would store; `committed` is what the last commit holds for this path. */
export function toGitBytes(
  bytes: Buffer,
  conversion: Conversion,
  committed: Buffer | undefined,
): Buffer {
  if (conversion.type === "none" || conversion.type === "unknown") return bytes;
  if (conversion.type === "auto") {
    if (isBinary(bytes)) return bytes;
    if (committed?.includes("\r\n") && !isBinary(committed)) return bytes;
  }
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Whether a file has line ends that a conversion could change. */
export const hasCrlf = (bytes: Buffer): boolean => bytes.includes("\r\n");

function foreignConversion(
  bytes: Buffer,
  attributes: Attributes,
  config: GitConfig,
): string | undefined {
  const filter = attributes.get("filter");
  if (typeof filter === "string") {
    const programs = [`filter.${filter}.clean`, `filter.${filter}.process`];
    if (programs.some((key) => config.get(key))) return `git runs the filter "${filter}" on it`;
  }
  const encoding = attributes.get("working-tree-encoding");
  if (typeof encoding === "string" && !/^utf-?8$/i.test(encoding)) {
    return `git re-encodes it from ${encoding}`;
  }
  const expands = attributes.get("ident") === true && bytes.includes("$Id:");
  return expands ? "git rewrites its $Id$ keyword" : undefined;
}

/** Git's own test: a lone CR, a NUL, or more than one odd byte in 128. */
export function isBinary(bytes: Buffer): boolean {
  let odd = 0;
  let plain = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0 || (byte === 0x0d && bytes[at + 1] !== 0x0a)) return true;
    if (byte === 0x0d || byte === 0x0a) continue;
    const isOdd = byte === 0x7f || (byte < 0x20 && ![0x08, 0x09, 0x0c, 0x1b].includes(byte));
    if (isOdd) odd++;
    else plain++;
  }
  if (bytes.at(-1) === 0x1a) odd--; // DOS end of file
  return plain >> 7 < odd;
}
