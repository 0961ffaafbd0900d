import { inflateSync } from "node:zlib";
import { applyDelta } from "./apply-delta.ts";
import type { CachePart } from "./object-cache.ts";
import { type EntryHead, readEntryHead, type StoredObject } from "./pack-format.ts";
import { createPlainFile } from "./plain-file.ts";

/** A pack on disk, read piece by piece; what is wrong in it is a SyntaxError, whose message is half a sentence. */
export interface PackFile {
  size(): number;
  slice(from: number, to: number): Buffer;
  entryAt(offset: number): PackEntry;
  /** The whole object, all changes applied. */
  objectAt(offset: number): StoredObject;
  close(): void;
}

/** An object as it stands in a pack: whole, or as a change of another one. */
interface PackEntry extends Pick<EntryHead, "type" | "base"> {
  /** The object's content, or the change. */
  readonly content: Buffer;
  /** Where the next entry begins. */
  readonly end: number;
}

export interface PackFileOptions {
  readonly path: string;
  readonly maxObjectBytes: number;
  readonly cache: CachePart;
  /** Finds the bases that are given by name: where in this pack, or the object itself. */
  baseOf(oid: string): number | StoredObject | undefined;
}

/** git itself makes no chain of changes longer than this. */
export const longestChain = 4096;
/** Most entries of a vault are smaller: one read gives head and content. */
const windowBytes = 4096;

/** Opens a pack; the file is opened when it is first read. */
export function openPackFile(options: PackFileOptions): PackFile {
  const { path, maxObjectBytes, cache, baseOf } = options;
  const { size, slice, close } = createPlainFile(path);

  const entryAt = (offset: number): PackEntry => {
    let window = slice(offset, offset + windowBytes);
    const head = readEntryHead(window, offset);
    if (head.size > maxObjectBytes) throw new SyntaxError(`an object has ${head.size} bytes`);
    const { type, base, start } = head;
    for (let length = head.size + 1024; ; length *= 4) {
      if (window.length < start + length) window = slice(offset, offset + start + length);
      const found = inflate(window.subarray(start), head.size);
      if (found) return { type, base, content: found.content, end: offset + start + found.used };
      if (offset + start + length >= size()) throw new SyntaxError("an object is cut short");
    }
  };

  const lookAt = (offset: number): Found => {
    const known = cache.get(offset);
    if (known !== undefined) return { object: known };
    const { type, base, content } = entryAt(offset);
    if (type !== undefined) return { object: cache.set(offset, { type, content }) };
    const below = typeof base === "string" ? baseOf(base) : base;
    if (below === undefined) throw new SyntaxError("the base of a change is missing");
    return { change: content, below };
  };

  /** From an object down to the next one that is whole, or known. */
  const chainBelow = (offset: number): Chain => {
    const changes: Change[] = [];
    let held = 0;
    for (let at = offset; ; ) {
      const { object, change, below } = lookAt(at);
      if (object !== undefined) return { object, changes };
      changes.push({ at, change });
      held += change.length;
      const isTooLong = changes.length > longestChain || held > 2 * maxObjectBytes;
      if (isTooLong) throw new SyntaxError("a chain of changes is too long");
      if (typeof below !== "number") return { object: below, changes };
      at = below;
    }
  };

  const objectAt = (offset: number): StoredObject => {
    const { object, changes } = chainBelow(offset);
    return changes.reduceRight((below, { at, change }) => {
      const content = applyDelta(below.content, change, maxObjectBytes);
      return cache.set(at, { type: below.type, content });
    }, object);
  };

  return { size, slice, entryAt, objectAt, close };
}

/** What lies at an offset: a whole object, or a change of one that lies elsewhere. */
type Found =
  | { readonly object: StoredObject; readonly change?: undefined; readonly below?: undefined }
  | {
      readonly object?: undefined;
      readonly change: Buffer;
      readonly below: number | StoredObject;
    };

interface Change {
  readonly at: number;
  readonly change: Buffer;
}

interface Chain {
  readonly object: StoredObject;
  /** What to apply to it, the last one first. */
  readonly changes: readonly Change[];
}

/** Undefined where the window ends too early. Takes no more room than the content: what is kept would keep the rest. */
function inflate(window: Buffer, size: number): { content: Buffer; used: number } | undefined {
  const most = size + 64;
  try {
    const options = { info: true, chunkSize: most, maxOutputLength: most };
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

/** What zlib gives where `info` is asked for; its types do not know. */
function isInflated(
  result: unknown,
): result is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "buffer" in result && "engine" in result;
}
