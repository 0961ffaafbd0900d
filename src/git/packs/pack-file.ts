import { inflateSync } from "node:zlib";
import type { StoredObject } from "../object-format.ts";
import { applyDelta } from "./apply-delta.ts";
import type { CachePart } from "./object-cache.ts";
import { type EntryHead, hashBytes, headBytes, readEntryHead } from "./pack-format.ts";
import type { ReadLimits } from "./pack-limits.ts";
import { createPlainFile } from "./plain-file.ts";

/** A pack on disk, read piece by piece; what is wrong in it is a SyntaxError, whose message is half a sentence. */
export interface PackFile {
  size(): number;
  slice(from: number, to: number): Buffer;
  entryAt(offset: number): PackEntry;
  /** The whole object, all deltas applied. */
  objectAt(offset: number): StoredObject;
  /** The object that the delta at this offset makes of its base. */
  applyAt(offset: number, base: StoredObject): StoredObject;
  close(): void;
}

/** An object as it stands in a pack: whole, or as a delta of another one. */
interface PackEntry extends Pick<EntryHead, "type" | "base"> {
  /** The object's content, or the delta. */
  readonly content: Buffer;
  /** Where the next entry begins. */
  readonly end: number;
}

export interface PackFileOptions {
  readonly path: string;
  readonly limits: ReadLimits;
  readonly cache: CachePart;
  /** Called with the bytes that each object takes to make; what it throws ends the reading. */
  spend(bytes: number): void;
  /** Finds the bases that are given by name: where in this pack, or the object itself. */
  baseOf(oid: string): number | StoredObject | undefined;
}

/** Most entries of a vault are smaller: one read returns head and content. */
const windowBytes = 4096;

/** Opens a pack; the file is opened when it is first read. */
export function openPackFile(options: PackFileOptions): PackFile {
  const { path, cache, baseOf, spend } = options;
  const { maxObjectBytes, maxChain } = options.limits;
  const { size, slice, close } = createPlainFile(path);

  const entryAt = (offset: number): PackEntry => {
    const last = size() - hashBytes;
    const isInside = offset >= headBytes && offset < last;
    if (!isInside) throw new SyntaxError("an object lies outside of its pack");
    const window = slice(offset, Math.min(offset + windowBytes, last));
    const { type, base, start, size: length } = readEntryHead(window, offset);
    if (length > maxObjectBytes) throw new SyntaxError(`an object has ${length} bytes`);
    const packed = (from: Buffer) => inflate(from.subarray(start), length);
    const end = Math.min(offset + start + maxPacked(length), last);
    const found = packed(window) ?? packed(slice(offset, end));
    if (found === undefined) throw new SyntaxError("an object is cut short");
    return { type, base, content: found.content, end: offset + start + found.used };
  };

  const lookAt = (offset: number): Found => {
    const known = cache.get(offset);
    if (known !== undefined) return { object: known };
    const { type, base, content } = entryAt(offset);
    spend(content.length);
    if (type !== undefined) return { object: cache.set(offset, { type, content }) };
    const below = typeof base === "string" ? baseOf(base) : base;
    if (below === undefined) throw new SyntaxError("the base of a change is missing");
    return { delta: content, below };
  };

  /** From an object down to the next one that is whole, or known. */
  const chainBelow = (offset: number): Chain => {
    const deltas: Delta[] = [];
    let held = 0;
    for (let at = offset; ; ) {
      const { object, delta, below } = lookAt(at);
      if (object !== undefined) return { object, deltas };
      deltas.push({ at, delta });
      held += delta.length;
      const isTooLong = deltas.length > maxChain || held > maxObjectBytes;
      if (isTooLong) throw new SyntaxError("a chain of changes is too long");
      if (typeof below !== "number") return { object: below, deltas };
      at = below;
    }
  };

  const apply = (below: StoredObject, { at, delta }: Delta): StoredObject => {
    const content = applyDelta(below.content, delta, maxObjectBytes);
    spend(content.length);
    return cache.set(at, { type: below.type, content });
  };

  const objectAt = (offset: number): StoredObject => {
    const { object, deltas } = chainBelow(offset);
    return deltas.reduceRight(apply, object);
  };

  const applyAt = (at: number, base: StoredObject): StoredObject =>
    apply(base, { at, delta: entryAt(at).content });

  return { size, slice, entryAt, objectAt, applyAt, close };
}

/** As zlib has it for the most careless settings: what cannot be made smaller grows a little. */
const maxPacked = (size: number): number => size + Math.ceil(size / 4) + 1024;

/** What lies at an offset: a whole object, or a delta of one that lies elsewhere. */
type Found =
  | { readonly object: StoredObject; readonly delta?: undefined; readonly below?: undefined }
  | {
      readonly object?: undefined;
      readonly delta: Buffer;
      readonly below: number | StoredObject;
    };

interface Delta {
  readonly at: number;
  readonly delta: Buffer;
}

interface Chain {
  readonly object: StoredObject;
  /** What to apply to it, the last one first. */
  readonly deltas: readonly Delta[];
}

/** Undefined where the window ends too early. Takes no more room than the content: what is kept would keep the rest. */
function inflate(window: Buffer, size: number): { content: Buffer; used: number } | undefined {
  const maxBytes = size + 64;
  try {
    const options = { info: true, chunkSize: maxBytes, maxOutputLength: maxBytes };
    const result: unknown = inflateSync(window, options);
    if (!isInflated(result)) throw new TypeError("Cannot inflate: zlib tells no length");
    if (result.buffer.length !== size) throw new SyntaxError("an object has another size");
    return { content: result.buffer, used: result.engine.bytesWritten };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "Z_BUF_ERROR") return undefined;
    if (typeof code !== "string") throw error;
    throw new SyntaxError(`an object cannot be unpacked (${code})`, { cause: error });
  }
}

/** What zlib returns where `info` is asked for; its types do not know. */
function isInflated(
  result: unknown,
): result is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "buffer" in result && "engine" in result;
}
