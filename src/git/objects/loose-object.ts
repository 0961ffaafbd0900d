import { hash } from "node:crypto";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { isMissing } from "../disk.ts";
import { isObjectType, type StoredObject } from "../object-format.ts";
import { ownReadLimits } from "../packs/pack-limits.ts";
import { readPlain } from "../packs/plain-file.ts";

/** The file of an object that has one of its own. */
export const loosePath = (gitDir: string, oid: string): string =>
  join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));

/** Reads an object from its own file; undefined where it has none. Throws where it is damaged, or too large. */
export function readLoose(
  gitDir: string,
  oid: string,
  maxBytes = ownReadLimits.maxObjectBytes,
): StoredObject | undefined {
  let file: Buffer;
  try {
    file = readPlain(loosePath(gitDir, oid), maxBytes);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const wrapped = inflateSync(file, { maxOutputLength: maxBytes });
  const end = wrapped.indexOf(0);
  const [type = "", size] = wrapped.toString("latin1", 0, Math.max(0, end)).split(" ");
  const content = wrapped.subarray(end + 1);
  const isSound = hash("sha1", wrapped, "hex") === oid && Number(size) === content.length;
  if (isSound && isObjectType(type)) return { type, content };
  throw new SyntaxError(`Cannot read object "${oid}": wrong content`);
}
