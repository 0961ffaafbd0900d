import type { ObjectReader } from "../../git/objects/objects.ts";
import { folderMode, parseTree, type TreeEntry } from "../../git/objects/tree.ts";
import { createNameCount } from "../../git/objects/tree-files.ts";

/** A file that is another one in two trees; undefined where it is not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs in two trees. */
export interface TreeDiff {
  readonly changed: readonly ChangedFile[];
  /** Folders that are missing or damaged in one of them, with a slash at the end; `""` is the whole tree. */
  readonly unreadable: readonly { readonly folder: string; readonly error: unknown }[];
}

/** The files in which two trees differ; undefined is the empty tree. Only folders that differ are read. */
export type DiffTrees = (
  before: string | undefined,
  after: string | undefined,
) => Promise<TreeDiff>;

/** More differs than may be listed. */
export class TooManyChanges extends Error {}

/** How much may differ in the trees of one commit, and what is awaited in between. */
export interface DiffLimit {
  /** Counts a file or folder that differs. Throws `TooManyChanges`. */
  count(path: string): void;
  pause(): Promise<void> | undefined;
}

const noLimit: DiffLimit = { count: () => {}, pause: () => undefined };

/**
 * Prepares the comparing of trees: what was read of one commit is what the next one is compared with. Throws what the
 * limit throws.
 */
export function treeDiffer(objects: ObjectReader, limit = noLimit): DiffTrees {
  const read = treeReader(objects);
  return async (before, after) => {
    const diff: Diff = { read, limit, names: createNameCount(), changed: [], unreadable: [] };
    await diffFolder(diff, before, after, "");
    diff.changed.sort((a, b) => (a.path < b.path ? -1 : 1));
    return diff;
  };
}

interface Diff {
  readonly read: (oid: string | undefined) => Promise<Buffer>;
  readonly limit: DiffLimit;
  readonly names: ReturnType<typeof createNameCount>;
  readonly changed: ChangedFile[];
  readonly unreadable: { readonly folder: string; readonly error: unknown }[];
}

async function diffFolder(
  diff: Diff,
  before: string | undefined,
  after: string | undefined,
  folder: string,
): Promise<void> {
  if (before === after) return;
  const { names, changed, limit } = diff;
  await limit.pause();
  const [old, now] = await readDiffering(diff, before, after).catch((error: unknown) => {
    diff.unreadable.push({ folder, error });
    return [new Map<string, TreeEntry>(), new Map<string, TreeEntry>()];
  });
  names.add(old.size + now.size);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.oid === is?.oid && was?.mode === is?.mode) continue;
    const path = folder + Buffer.from(name, "latin1").toString("utf8");
    limit.count(path);
    const inside = [was, is].map((entry) => (entry?.mode === folderMode ? entry.oid : undefined));
    await diffFolder(diff, inside[0], inside[1], `${path}/`);
    const files = { before: fileOid(was), after: fileOid(is) };
    if (files.before !== files.after) changed.push({ path, ...files });
  }
}

/** Plain files only, executable or not. */
const fileOid = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode.startsWith("100") === true ? entry.oid : undefined;

type EntriesByName = ReadonlyMap<string, TreeEntry>;

const readDiffering = async (
  { read }: Diff,
  before: string | undefined,
  after: string | undefined,
) => differingEntries(await read(before), await read(after));

/** Two versions of a large folder differ in a few names as a rule: only those are made texts of. */
function differingEntries(before: Buffer, after: Buffer): readonly [EntriesByName, EntriesByName] {
  const [old, now]: [Buffer[], Buffer[]] = [[], []];
  let [a, b, same] = [0, 0, 0];
  for (let end = entryEnd(before, a); end !== undefined; end = entryEnd(before, a)) {
    const length = end - a;
    if (same < length) same = commonLength(before.subarray(a), after.subarray(b));
    if (same < length) {
      const afterEnd = entryEnd(after, b);
      if (afterEnd === undefined) break;
      const [was, is] = [before.subarray(a, end), after.subarray(b, afterEnd)];
      if (!nameOf(was).equals(nameOf(is))) break;
      old.push(was);
      now.push(is);
      [a, b, same] = [end, afterEnd, 0];
    } else [a, b, same] = [end, b + length, same - length];
  }
  return [toEntries([...old, before.subarray(a)]), toEntries([...now, after.subarray(b)])];
}

/** How many bytes two begin with alike. */
function commonLength(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  for (const step of [4_096, 64, 1]) {
    while (at + step <= most && one.compare(other, at, at + step, at, at + step) === 0) at += step;
  }
  return at;
}

/** Undefined where no whole entry follows. */
function entryEnd(tree: Buffer, at: number): number | undefined {
  const end = at < tree.length ? tree.indexOf(0, at) + 21 : 0;
  return end > at + 21 && end <= tree.length ? end : undefined;
}

const nameOf = (entry: Buffer): Buffer => entry.subarray(entry.indexOf(0x20), -20);

const toEntries = (parts: readonly Buffer[]): EntriesByName =>
  new Map(parseTree(Buffer.concat(parts)).map((entry) => [entry.name, entry]));

/** Of the trees that were read last, so many bytes are kept. */
const maxKeptBytes = 4 * 2 ** 20;

function treeReader(objects: ObjectReader): Diff["read"] {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  return async (oid) => {
    if (oid === undefined) return Buffer.alloc(0);
    const known = kept.get(oid);
    if (known !== undefined) return known;
    const tree = await objects.read(oid);
    kept.set(oid, tree);
    bytes += tree.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxKeptBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
    return tree;
  };
}
