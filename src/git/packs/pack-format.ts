import type { ObjectType } from "../object-format.ts";
import { readDistance, readSize } from "./varint.ts";

/** What git writes for each kind of entry; a delta names its base by the distance to it, or by name. */
const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4, ofsDelta: 6, refDelta: 7 } as const;
const types: readonly (ObjectType | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];

/** What stands before the first entry, and after the last: the hash of all before it. */
export const headBytes = 12;
export const hashBytes = 20;

/** The first bytes of a pack (version 2). */
export function packHead(count: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  return head;
}

/** What stands before the compressed bytes of an entry. */
export interface EntryHead {
  /** Undefined for a delta of another object. */
  readonly type: ObjectType | undefined;
  /** Of the unpacked content, or delta. */
  readonly size: number;
  /** What it is a delta of: an offset in this pack, or a name. */
  readonly base: number | string | undefined;
  /** Where the compressed bytes begin, from the entry's own start. */
  readonly start: number;
}

/** The head of an object of this size. */
export function entryHead(type: ObjectType, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (typeNumbers[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

/** Reads the head of the entry that begins the window and lies at `offset` of its pack. */
export function readEntryHead(window: Buffer, offset: number): EntryHead {
  const first = window[0];
  if (first === undefined) throw new SyntaxError("an object is cut short");
  const low = first & 15;
  const { value: size, end } = first < 0x80 ? { value: low, end: 1 } : readSize(window, 1, low, 16);
  const kind = (first >> 4) & 7;
  if (kind === typeNumbers.refDelta) {
    const start = end + 20;
    if (window.length < start) throw new SyntaxError("an object is cut short");
    return { type: undefined, size, base: window.toString("hex", end, start), start };
  }
  if (kind === typeNumbers.ofsDelta) {
    const { value: back, end: start } = readDistance(window, end);
    const base = offset - back;
    if (back === 0 || base < headBytes) throw new SyntaxError("a change has no base");
    return { type: undefined, size, base, start };
  }
  const type = types[kind];
  if (type === undefined) throw new SyntaxError(`an object is of type ${kind}`);
  return { type, size, base: undefined, start: end };
}
