import { isPlain } from "../../../git/objects/tree.ts";
import { type BlockDocument, parseBlocks } from "./block-document.ts";
import { agreedBase, type ReadHeld } from "./follow-renames.ts";
import { type ChangedPath, type Held, isSameFile } from "./walk-trees.ts";

export type Side = "ours" | "theirs";

/** A file that both sides changed, and from which entries may have gone to other files. */
export interface Source {
  readonly change: ChangedPath;
  readonly base: BlockDocument;
  readonly ours: BlockDocument | undefined;
  readonly theirs: BlockDocument | undefined;
  /** Where a side put what it took out of the file: path by text. */
  readonly moved: Readonly<Record<Side, ReadonlyMap<string, string>>>;
}

/** Reads and cuts a version once; undefined where there is none, or none that is text. */
export type ReadDocument = (held: Held | undefined) => Promise<BlockDocument | undefined>;

export function createDocumentReader(read: ReadHeld): ReadDocument {
  const documentsByOid = new Map<string, BlockDocument | undefined>();
  return async (held) => {
    if (!isPlain(held)) return undefined;
    if (!documentsByOid.has(held.oid)) documentsByOid.set(held.oid, parseBlocks(await read(held)));
    return documentsByOid.get(held.oid);
  };
}

/** The files that both sides changed and that one of them took entries out of, to put them into others. */
export async function findMoves(
  changes: readonly ChangedPath[],
  read: ReadHeld,
  readDocument: ReadDocument,
): Promise<readonly Source[]> {
  const sources: Omit<Source, "moved">[] = [];
  for (const change of changes) {
    const held = agreedBase(change);
    if (held === undefined || !isNote(change) || !isContested(change, held)) continue;
    const [base, ours, theirs] = await Promise.all(
      [held, change.ours, change.theirs].map(readDocument),
    );
    const isText = (change.ours ? ours : true) && (change.theirs ? theirs : true);
    if (base && isText) sources.push({ change, base, ours, theirs });
  }
  if (sources.length === 0) return [];
  const oursByText = await findTargets(changes, sources, "ours", { read, readDocument });
  const theirsByText = await findTargets(changes, sources, "theirs", { read, readDocument });
  return sources
    .map((source) => ({
      ...source,
      moved: {
        ours: outOf(source, "ours", oursByText),
        theirs: outOf(source, "theirs", theirsByText),
      },
    }))
    .filter(({ moved }) => moved.ours.size + moved.theirs.size > 0);
}

const isNote = ({ path }: ChangedPath): boolean => path.endsWith(".md");

const isContested = ({ ours, theirs }: ChangedPath, base: Held): boolean =>
  !isSameFile(ours, base) && !isSameFile(theirs, base);

/** What a side took out of a file and put into another one. */
function outOf(
  source: Omit<Source, "moved">,
  side: Side,
  targetsByText: ReadonlyMap<string, string>,
): Map<string, string> {
  const targets = taken(source, side).map((text) => [text, targetsByText.get(text)] as const);
  return new Map(targets.flatMap(([text, target]) => (target ? [[text, target] as const] : [])));
}

/** The texts that a side no longer has in a file. */
function taken(source: Omit<Source, "moved">, side: Side): string[] {
  const kept = new Set(source[side]?.blocks.map(({ text }) => text));
  const texts = source.base.blocks.map(({ text }) => text);
  return texts.filter((text) => !kept.has(text) && /[\p{L}\p{N}]/u.test(text));
}

/** Where texts that a side took out of files came up again; the first path where there are several. */
async function findTargets(
  changes: readonly ChangedPath[],
  sources: readonly Omit<Source, "moved">[],
  side: Side,
  { read, readDocument }: { readonly read: ReadHeld; readonly readDocument: ReadDocument },
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(sources.flatMap((source) => taken(source, side)));
  const firstLines = new Set([...wanted].map((text) => text.split("\n")[0] ?? ""));
  const targetsByText = new Map<string, string>();
  if (wanted.size === 0) return targetsByText;
  for (const change of [...changes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const held = change[side];
    if (!isNote(change) || !isPlain(held) || !mayTake(change, side)) continue;
    const text = Buffer.from(await read(held)).toString("utf8");
    if (!text.split(/\r\n|\n|\r/).some((line) => firstLines.has(line.trimEnd()))) continue;
    const had = new Set(
      (await readDocument(agreedBase(change)))?.blocks.map((block) => block.text),
    );
    for (const { text } of (await readDocument(held))?.blocks ?? []) {
      if (wanted.has(text) && !had.has(text) && !targetsByText.has(text)) {
        targetsByText.set(text, change.path);
      }
    }
  }
  return targetsByText;
}

/** A file that this side changed, and of which the bases and the other side have text or nothing. */
function mayTake(change: ChangedPath, side: Side): boolean {
  const base = agreedBase(change);
  const other = side === "ours" ? change.theirs : change.ours;
  if (base === undefined && change.bases.some((held) => held !== undefined)) return false;
  return !isSameFile(base, change[side]) && (other === undefined || isPlain(other));
}
