import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "../git/disk.ts";

/** The sorted names of one pack's objects, as its index has them. */
export interface PackNames {
  /** The pack itself. */
  readonly path: string;
  has(oid: string): boolean;
  /** Where an object lies; undefined where it does not, or beyond what old formats and 2 GB allow. */
  offsetOf(oid: string): number | undefined;
}

/** Reads the indexes of all packs of a repository. */
export async function readPackNames(gitDir: string): Promise<PackNames[]> {
  const folder = join(gitDir, "objects", "pack");
  const packs: PackNames[] = [];
  const names = new Set(await listNames(folder));
  for (const name of names) {
    const pack = name.replace(/\.idx$/, ".pack");
    if (pack === name || !names.has(pack)) continue;
    const bytes = await readIfThere(join(folder, name));
    if (bytes && bytes.length >= 1072) packs.push(parseNames(join(folder, pack), bytes));
  }
  return packs;
}

/** The names in a folder; none where there is no folder. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseNames(path: string, bytes: Buffer): PackNames {
  const isNew = bytes.readUInt32BE(0) === 0xff744f63;
  const { fanout, start, stride } = isNew
    ? { fanout: 8, start: 1032, stride: 20 }
    : { fanout: 0, start: 1028, stride: 24 };
  const total = bytes.readUInt32BE(fanout + 255 * 4);
  const isWhole = bytes.length >= start + total * (isNew ? 28 : 24);

  const positionOf = (oid: Buffer): number | undefined => {
    const first = oid[0] ?? 0;
    let low = first === 0 ? 0 : bytes.readUInt32BE(fanout + (first - 1) * 4);
    let high = isWhole ? bytes.readUInt32BE(fanout + first * 4) : 0; // cut short: git would not trust it either
    while (low < Math.min(high, total)) {
      const middle = (low + high) >>> 1;
      const at = start + middle * stride;
      const order = oid.compare(bytes, at, at + 20);
      if (order === 0) return middle;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return undefined;
  };

  return {
    path,
    has: (oid) => positionOf(Buffer.from(oid, "hex")) !== undefined,
    offsetOf(oid) {
      const position = isNew ? positionOf(Buffer.from(oid, "hex")) : undefined;
      if (position === undefined) return undefined;
      const offset = bytes.readUInt32BE(start + total * 24 + position * 4);
      return offset < 2 ** 31 ? offset : undefined;
    },
  };
}
