import { ordinaryMode } from "../../../git/objects/tree.ts";
import { createFollow, type FindHome } from "./find-home.ts";
import {
  createSheetReader,
  findMoves,
  type ReadSheet,
  type Side,
  type Source,
} from "./find-moves.ts";
import { agreedBase, type ReadHeld } from "./follow-renames.ts";
import { toHeld } from "./merge-spot.ts";
import { editSheet, type Sheet, type Unit } from "./sheet.ts";
import type { Held, Spot } from "./walk-trees.ts";

/**
 * Where one side moved entries to other files (a split, a tidying up), the other side's edits of them, and what it
 * added behind them, go there too. Done by moving those entries in the base and on the other side as well, so that
 * merging file by file then finds them in one place. Where it is not clear, nothing is moved, and nothing is lost.
 */
export async function followMoves(
  spots: readonly Spot[],
  read: ReadHeld,
): Promise<readonly Spot[]> {
  const readSheet = createSheetReader(read);
  const sources = await findMoves(spots, read, readSheet);
  if (sources.length === 0) return spots;
  const desk = await openDesk(spots, sources, readSheet);
  for (const source of [...sources].sort((a, b) => (a.spot.path < b.spot.path ? -1 : 1))) {
    moveEntries(desk, source);
  }
  const edited = desk.close();
  if (edited === undefined) return spots;
  return spots.map((spot) => edited.get(spot.path) ?? spot);
}

/** Carries what moved, and what follows it, to its home in all three versions. */
function moveEntries(desk: Desk, source: Source): void {
  const { path } = source.spot;
  const homeOf = createHomes(source);
  for (const { text } of source.base.units) desk.carry("base", text, path, homeOf(text));
  for (const side of ["ours", "theirs"] as const) {
    const others = side === "ours" ? source.theirs : source.ours;
    const follow = createFollow(source, side, homeOf, others !== undefined);
    for (const { text } of source.base.units) {
      const moved = source.moved[side].get(text);
      if (moved !== undefined) desk.carry(side, text, moved, homeOf(text));
    }
    for (const { text } of source[side]?.units ?? []) {
      desk.carry(side, text, path, homeOf(text) ?? follow(text));
    }
  }
}

/** Where an entry of a file belongs now; the smaller path where the sides disagree, undefined where it stays. */
function createHomes({ spot, moved }: Source): FindHome {
  // moved here, while there the whole file was deleted: it stays where it was moved to
  const isKept =
    (spot.ours === undefined && moved.ours.size === 0) ||
    (spot.theirs === undefined && moved.theirs.size === 0);
  return (text) => {
    if (isKept) return undefined;
    const homes = [moved.ours.get(text), moved.theirs.get(text)];
    return homes.filter((home) => home !== undefined).sort()[0];
  };
}

type Which = Side | "base";

/** The versions of all files concerned, with what is to leave and to come. */
interface Desk {
  carry(which: Which, text: string, from: string, to: string | undefined): void;
  /** The files as edited; undefined where one of them would not read as it should. */
  close(): ReadonlyMap<string, Spot> | undefined;
}

interface Page {
  readonly held: Held | undefined;
  readonly sheet: Sheet;
  readonly texts: Set<string>;
  readonly removed: Set<Unit>;
  readonly added: string[];
}

async function openDesk(
  spots: readonly Spot[],
  sources: readonly Source[],
  readSheet: ReadSheet,
): Promise<Desk> {
  const paths = new Set(
    sources.flatMap(({ spot, moved }) => [
      spot.path,
      ...moved.ours.values(),
      ...moved.theirs.values(),
    ]),
  );
  const involved = spots.filter(({ path }) => paths.has(path));
  const pages = new Map<string, Readonly<Record<Which, Page>>>();
  for (const spot of involved) {
    const open = async (held: Held | undefined): Promise<Page> => {
      const sheet = (await readSheet(held)) ?? nothing;
      const texts = new Set(sheet.units.map(({ text }) => text));
      return { held, sheet, texts, removed: new Set(), added: [] };
    };
    const [base, ours, theirs] = [agreedBase(spot), spot.ours, spot.theirs].map(open);
    if (base && ours && theirs) {
      pages.set(spot.path, { base: await base, ours: await ours, theirs: await theirs });
    }
  }
  return {
    carry(which, text, from, to) {
      const source = pages.get(from)?.[which];
      const target = to === undefined || to === from ? undefined : pages.get(to)?.[which];
      if (!source?.texts.has(text) || target === undefined) return;
      for (const unit of source.sheet.units) if (unit.text === text) source.removed.add(unit);
      if (!target.texts.has(text)) target.added.push(text);
      target.texts.add(text);
    },
    close: () => closePages(involved, pages),
  };
}

const nothing: Sheet = { text: "", hasBom: false, lines: [], units: [] };

function closePages(
  involved: readonly Spot[],
  pages: ReadonlyMap<string, Readonly<Record<Which, Page>>>,
): ReadonlyMap<string, Spot> | undefined {
  const edited = new Map<string, Spot>();
  for (const { path } of involved) {
    const page = pages.get(path);
    if (page === undefined) return undefined;
    const [base, ours, theirs] = [page.base, page.ours, page.theirs].map(closePage);
    if (!base || !ours || !theirs) return undefined;
    edited.set(path, { path, bases: [base.held], ours: ours.held, theirs: theirs.held });
  }
  return edited;
}

/** A page as it is now; undefined where it would not read as it should. */
function closePage({ held, sheet, removed, added }: Page): { held: Held | undefined } | undefined {
  if (removed.size === 0 && added.length === 0) return { held };
  const bytes = editSheet(sheet, removed, added);
  if (bytes === undefined) return undefined;
  const isBlank = Buffer.from(bytes).toString("utf8").trim() === "";
  return { held: isBlank ? undefined : toHeld(bytes, held?.mode ?? ordinaryMode) };
}
