import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { applyDelta } from "./apply-delta.ts";

export type PackedType = "commit" | "tree" | "blob" | "tag";

/** An object as it stands in a pack: whole, or as a change of another one. */
interface StoredEntry {
  /** Undefined for a change. */
  readonly type: PackedType | undefined;
  /** What it is a change of: an offset in this pack, or a name. */
  readonly base: number | string | undefined;
  /** The object's content, or the change. */
  readonly content: Buffer;
  /** Where the next entry begins. */
  readonly end: number;
}

export interface PackedObject {
  readonly type: PackedType;
  readonly content: Buffer;
}

/** A pack on disk, read piece by piece; what is wrong in it is a SyntaxError. */
export interface PackFile {
  readonly bytes: number;
  slice(from: number, to: number): Buffer;
  entryAt(offset: number): StoredEntry;
  /** The whole object, all changes applied. */
  objectAt(offset: number): PackedObject;
  close(): void;
}

const types: Readonly<Record<number, PackedType>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
/** git itself makes no chain of changes longer than this. */
const longestChain = 4096;
const cacheBytes = 32 * 2 ** 20;

/** Opens a pack; `offsetOf` finds the bases that are given by name. No object may be larger than `maxObjectBytes`. */
export function openPackFile(
  path: string,
  maxObjectBytes: number,
  offsetOf: (oid: string) => number | undefined,
): PackFile {
  const file = openSync(path, "r");
  const bytes = fstatSync(file).size;
  const cache = createCache();

  const slice = (from: number, to: number): Buffer => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(to, bytes) - from));
    const read = readSync(file, buffer, 0, buffer.length, from);
    return buffer.subarray(0, read);
  };

  const entryAt = (offset: number): StoredEntry => {
    let window = slice(offset, offset + 4096);
    const { type, size, base, start } = readHeader(window, offset);
    if (size > maxObjectBytes) throw new SyntaxError(`an object has ${size} bytes`);
    for (let length = size + 1024; ; length *= 4) {
      if (window.length < start + length) window = slice(offset, offset + start + length);
      const found = inflate(window.subarray(start), size);
      if (found) return { type, base, content: found.content, end: offset + start + found.used };
      if (offset + start + length >= bytes) throw new SyntaxError("an object is cut short");
    }
  };

  const offsetOfBase = (base: number | string | undefined): number => {
    const offset = typeof base === "string" ? offsetOf(base) : base;
    if (offset === undefined) throw new SyntaxError("the base of a change is missing");
    return offset;
  };

  /** From an object down to the next one that is whole, or known. */
  const chainBelow = (offset: number): Chain => {
    const changes: Change[] = [];
    let held = 0;
    let at = offset;
    for (let known = cache.get(at); ; known = cache.get(at)) {
      if (known !== undefined) return { object: known, changes };
      const { type, base, content } = entryAt(at);
      if (type !== undefined) return { object: cache.set(at, { type, content }), changes };
      changes.push({ at, change: content });
      held += content.length;
      const isTooLong = changes.length > longestChain || held > 2 * maxObjectBytes;
      if (isTooLong) throw new SyntaxError("a chain of changes is too long");
      at = offsetOfBase(base);
    }
  };

  const objectAt = (offset: number): PackedObject => {
    const { object, changes } = chainBelow(offset);
    return changes.reduceRight((below, { at, change }) => {
      const content = applyDelta(below.content, change, maxObjectBytes);
      return cache.set(at, { type: below.type, content });
    }, object);
  };

  return { bytes, slice, entryAt, objectAt, close: () => closeSync(file) };
}

interface Change {
  readonly at: number;
  readonly change: Buffer;
}

interface Chain {
  readonly object: PackedObject;
  /** What to apply to it, the last one first. */
  readonly changes: readonly Change[];
}

interface Header {
  readonly type: PackedType | undefined;
  readonly size: number;
  readonly base: number | string | undefined;
  /** Where the compressed bytes begin, from the entry's own start. */
  readonly start: number;
}

function readHeader(window: Buffer, offset: number): Header {
  let at = 0;
  const byte = (): number => {
    const value = window[at++];
    if (value === undefined) throw new SyntaxError("an object is cut short");
    return value;
  };
  const first = byte();
  let size = first & 15;
  let scale = 16;
  for (let part = first; part & 0x80; scale *= 128) {
    part = byte();
    size += (part & 0x7f) * scale;
  }
  const kind = (first >> 4) & 7;
  if (kind === 6) {
    let part = byte();
    let back = part & 0x7f;
    while (part & 0x80) {
      part = byte();
      back = (back + 1) * 128 + (part & 0x7f);
    }
    if (back <= 0 || back > offset) throw new SyntaxError("a change has no base");
    return { type: undefined, size, base: offset - back, start: at };
  }
  if (kind === 7) {
    const base = window.toString("hex", at, at + 20);
    return { type: undefined, size, base, start: at + 20 };
  }
  const type = types[kind];
  if (type === undefined) throw new SyntaxError(`an object is of type ${kind}`);
  return { type, size, base: undefined, start: at };
}

/** Undefined where the window ends too early. */
function inflate(window: Buffer, size: number): { content: Buffer; used: number } | undefined {
  try {
    const result: unknown = inflateSync(window, { info: true, maxOutputLength: Math.max(1, size) });
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

/** The objects read last, up to a number of bytes. */
function createCache(): {
  get(offset: number): PackedObject | undefined;
  set(offset: number, object: PackedObject): PackedObject;
} {
  const objects = new Map<number, PackedObject>();
  let bytes = 0;
  return {
    get(offset) {
      const object = objects.get(offset);
      if (object === undefined) return undefined;
      objects.delete(offset);
      objects.set(offset, object);
      return object;
    },
    set(offset, object) {
      if (objects.has(offset) || object.content.length > cacheBytes / 4) return object;
      objects.set(offset, object);
      bytes += object.content.length;
      for (const [oldest, { content }] of objects) {
        if (bytes <= cacheBytes) break;
        objects.delete(oldest);
        bytes -= content.length;
      }
      return object;
    },
  };
}
