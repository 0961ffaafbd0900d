import { isPlain } from "../../../git/objects/tree.ts";
import { agreedBase, type ReadHeld } from "./follow-renames.ts";
import { cutSheet, type Sheet } from "./sheet.ts";
import { type Held, isSameFile, type Spot } from "./walk-trees.ts";

export type Side = "ours" | "theirs";

/** A file that both sides changed, and from which entries may have gone to other files. */
export interface Source {
  readonly spot: Spot;
  readonly base: Sheet;
  readonly ours: Sheet | undefined;
  readonly theirs: Sheet | undefined;
  /** Where a side put what it took out of the file: path by text. */
  readonly moved: Readonly<Record<Side, ReadonlyMap<string, string>>>;
}

/** Reads and cuts a version once; undefined where there is none, or none that is text. */
export type ReadSheet = (held: Held | undefined) => Promise<Sheet | undefined>;

export function createSheetReader(read: ReadHeld): ReadSheet {
  const sheetsByOid = new Map<string, Sheet | undefined>();
  return async (held) => {
    if (!isPlain(held)) return undefined;
    if (!sheetsByOid.has(held.oid)) sheetsByOid.set(held.oid, cutSheet(await read(held)));
    return sheetsByOid.get(held.oid);
  };
}

/** The files that both sides changed and that one of them took entries out of, to put them into others. */
export async function findMoves(
  spots: readonly Spot[],
  read: ReadHeld,
  readSheet: ReadSheet,
): Promise<readonly Source[]> {
  const sources: Omit<Source, "moved">[] = [];
  for (const spot of spots) {
    const held = agreedBase(spot);
    if (held === undefined || !isNote(spot) || !isContested(spot, held)) continue;
    const [base, ours, theirs] = await Promise.all([held, spot.ours, spot.theirs].map(readSheet));
    const isText = (spot.ours ? ours : true) && (spot.theirs ? theirs : true);
    if (base && isText) sources.push({ spot, base, ours, theirs });
  }
  if (sources.length === 0) return [];
  const oursByText = await findTargets(spots, sources, "ours", { read, readSheet });
  const theirsByText = await findTargets(spots, sources, "theirs", { read, readSheet });
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

const isNote = ({ path }: Spot): boolean => path.endsWith(".md");

const isContested = ({ ours, theirs }: Spot, base: Held): boolean =>
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
  const kept = new Set(source[side]?.units.map(({ text }) => text));
  const texts = source.base.units.map(({ text }) => text);
  return texts.filter((text) => !kept.has(text) && /[\p{L}\p{N}]/u.test(text));
}

/** Where texts that a side took out of files came up again; the first path where there are several. */
async function findTargets(
  spots: readonly Spot[],
  sources: readonly Omit<Source, "moved">[],
  side: Side,
  { read, readSheet }: { readonly read: ReadHeld; readonly readSheet: ReadSheet },
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(sources.flatMap((source) => taken(source, side)));
  const firstLines = new Set([...wanted].map((text) => text.split("\n")[0] ?? ""));
  const targetsByText = new Map<string, string>();
  if (wanted.size === 0) return targetsByText;
  for (const spot of [...spots].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const held = spot[side];
    if (!isNote(spot) || !isPlain(held) || !mayTake(spot, side)) continue;
    const text = Buffer.from(await read(held)).toString("utf8");
    if (!text.split(/\r\n|\n|\r/).some((line) => firstLines.has(line.trimEnd()))) continue;
    const had = new Set((await readSheet(agreedBase(spot)))?.units.map((unit) => unit.text));
    for (const { text } of (await readSheet(held))?.units ?? []) {
      if (wanted.has(text) && !had.has(text) && !targetsByText.has(text)) {
        targetsByText.set(text, spot.path);
      }
    }
  }
  return targetsByText;
}

/** A file that this side changed, and of which the bases and the other side have text or nothing. */
function mayTake(spot: Spot, side: Side): boolean {
  const base = agreedBase(spot);
  const other = side === "ours" ? spot.theirs : spot.ours;
  if (base === undefined && spot.bases.some((held) => held !== undefined)) return false;
  return !isSameFile(base, spot[side]) && (other === undefined || isPlain(other));
}
