import { createHash } from "node:crypto";
import { type GitConfig, isTrue } from "../../git/config/git-config.ts";
import type { Attributes } from "../../git/ignore-and-attributes/attributes.ts";
import { conversionOf, isBinary, toGitBytes } from "../../git/ignore-and-attributes/git-bytes.ts";

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
