import { createHash } from "node:crypto";
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
function isBinary(bytes: Buffer): boolean {
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

/** Translates the content of one path between git's blobs and the folder. */
export interface Translation {
  /** What git would store for these bytes; `committed` is the blob that it has for the path. */
  toBlob(bytes: Buffer, committed: Buffer | undefined): Buffer;
  /** What git would put into the folder for a blob. */
  toFile(blob: Buffer): Buffer;
  /** Why this blob is not ours to translate; undefined where it is. */
  fault(blob: Buffer): string | undefined;
}

/** Translates as git's convert.c does: line ends, and LFS pointers left as they are. */
export function translationOf(attributes: Attributes, config: GitConfig): Translation {
  const isLfs = attributes.get("filter") === "lfs";
  const rule = crlfRule(attributes, config);
  const fault = (blob: Buffer): string | undefined => {
    const conversion = conversionOf(blob, attributes, config);
    return conversion.type === "unknown" && !isLfs ? conversion.reason : undefined;
  };
  return {
    toBlob(bytes, committed) {
      if (isLfs && committed && isContentOf(bytes, committed)) return committed;
      return toGitBytes(bytes, conversionOf(bytes, attributes, config), committed);
    },
    toFile: (blob) => (isLfs || rule === "none" ? blob : addCarriageReturns(blob, rule)),
    fault,
  };
}

/** Whether these bytes are what an LFS pointer points to. */
function isContentOf(bytes: Buffer, pointer: Buffer): boolean {
  if (pointer.length > 1_024) return false;
  const [, oid] =
    /^version \S+\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/.exec(pointer.toString()) ?? [];
  return oid !== undefined && createHash("sha256").update(bytes).digest("hex") === oid;
}

/** Whether git writes CRLF: always, where the file is text without any, or never. */
function crlfRule(attributes: Attributes, config: GitConfig): "text" | "auto" | "none" {
  const text = attributes.get("text") ?? attributes.get("crlf");
  const eol = attributes.get("eol");
  if (text === false || text === "input" || eol === "lf") return "none";
  const autocrlf = config.get("core.autocrlf");
  const isAuto = text === "auto";
  if (eol === "crlf") return isAuto ? "auto" : "text";
  if (text === undefined) return isTrue(autocrlf) ? "auto" : "none";
  return endsInCrlf(autocrlf, config.get("core.eol")) ? (isAuto ? "auto" : "text") : "none";
}

function endsInCrlf(autocrlf: string | undefined, eol: string | undefined): boolean {
  if (autocrlf === "input") return false;
  if (isTrue(autocrlf)) return true;
  return eol === undefined || eol === "native" ? process.platform === "win32" : eol === "crlf";
}

function addCarriageReturns(blob: Buffer, rule: "text" | "auto"): Buffer {
  if (rule === "auto" && (blob.includes("\r") || isBinary(blob))) return blob;
  return Buffer.from(blob.toString("latin1").replaceAll(/(?<!\r)\n/g, "\r\n"), "latin1");
}
