import type { BigIntStats } from "node:fs";
import type { IndexEntry } from "./index-file.ts";

/** No clock of a file system ticks slower. */
const tickNs = 20_000_000n;

/** Git keeps the low 32 bits. */
const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
const second = 1_000_000_000n;

/** What git keeps of a file besides its content: where in the entry, and the value. */
function fieldsOf(stat: BigIntStats): readonly (readonly [at: number, value: number])[] {
  return [
    [0, low(stat.ctimeNs / second)],
    [4, low(stat.ctimeNs % second)],
    [8, low(stat.mtimeNs / second)],
    [12, low(stat.mtimeNs % second)],
    [20, low(stat.ino)],
    [28, low(stat.uid)],
    [32, low(stat.gid)],
    [36, low(stat.size)],
  ];
}

/** Whether a file is as it was when git, or Loci, last compared it with its entry; `writtenAt`: of the index. */
export function isFresh(entry: IndexEntry, stat: BigIntStats, writtenAt: bigint): boolean {
  if (stat.mtimeNs >= writtenAt) return false; // it may have changed in the instant after it was looked at
  return fieldsOf(stat).every(([at, value]) => entry.fixed.readUInt32BE(at) === value);
}

/** The entry with the times of a file that was found to hold its content. */
export function stampEntry(entry: IndexEntry, stat: BigIntStats): IndexEntry {
  const fixed = Buffer.from(entry.fixed);
  for (const [at, value] of fieldsOf(stat)) fixed.writeUInt32BE(value, at);
  fixed.writeUInt32BE(low(stat.dev), 16);
  return { path: entry.path, fixed };
}

/** Whether a change within the same tick of the clock could go unseen: then its times are not to be trusted. */
export function isTooFresh(stat: BigIntStats, lookedAt: number): boolean {
  const now = BigInt(Math.floor(lookedAt)) * 1_000_000n;
  return stat.mtimeNs + tickNs >= now || stat.ctimeNs + tickNs >= now;
}
