import { ordinaryMode } from "../../../git/objects/tree.ts";
import { type Block, type BlockDocument, editBlocks } from "./block-document.ts";
import { createFollow, type FindHome } from "./find-home.ts";
import {
  createDocumentReader,
  findMoves,
  type ReadDocument,
  type Side,
  type Source,
} from "./find-moves.ts";
import { agreedBase, type ReadHeld } from "./follow-renames.ts";
import { toHeld } from "./merge-path.ts";
import type { ChangedPath, Held } from "./walk-trees.ts";

/**
 * Where one side moved entries to other files (a split, a tidying up), the other side's edits of them, and what it
 * added behind them, go there too. Done by moving those entries in the base and on the other side as well, so that
 * merging file by file then finds them in one place. Where it is not clear, nothing is moved, and nothing is lost.
 */
export async function followMoves(
  changes: readonly ChangedPath[],
  read: ReadHeld,
): Promise<readonly ChangedPath[]> {
  const readDocument = createDocumentReader(read);
  const sources = await findMoves(changes, read, readDocument);
  if (sources.length === 0) return changes;
  const mover = await openBlockMover(changes, sources, readDocument);
  for (const source of [...sources].sort((a, b) => (a.change.path < b.change.path ? -1 : 1))) {
    moveEntries(mover, source);
  }
  const edited = mover.close();
  if (edited === undefined) return changes;
  return changes.map((change) => edited.get(change.path) ?? change);
}

/** Carries what moved, and what follows it, to its home in all three versions. */
function moveEntries(mover: BlockMover, source: Source): void {
  const { path } = source.change;
  const homeOf = createHomes(source);
  for (const { text } of source.base.blocks) mover.carry("base", text, path, homeOf(text));
  for (const side of ["ours", "theirs"] as const) {
    const others = side === "ours" ? source.theirs : source.ours;
    const follow = createFollow(source, side, homeOf, others !== undefined);
    for (const { text } of source.base.blocks) {
      const moved = source.moved[side].get(text);
      if (moved !== undefined) mover.carry(side, text, moved, homeOf(text));
    }
    for (const { text } of source[side]?.blocks ?? []) {
      mover.carry(side, text, path, homeOf(text) ?? follow(text));
    }
  }
}

/** Where an entry of a file belongs now; the smaller path where the sides disagree, undefined where it stays. */
function createHomes({ change, moved }: Source): FindHome {
  // moved here, while there the whole file was deleted: it stays where it was moved to
  const isKept =
    (change.ours === undefined && moved.ours.size === 0) ||
    (change.theirs === undefined && moved.theirs.size === 0);
  return (text) => {
    if (isKept) return undefined;
    const homes = [moved.ours.get(text), moved.theirs.get(text)];
    return homes.filter((home) => home !== undefined).sort()[0];
  };
}

type Which = Side | "base";

/** The versions of all files concerned, with the blocks that leave and come. */
interface BlockMover {
  carry(which: Which, text: string, from: string, to: string | undefined): void;
  /** The files as edited; undefined where one of them would not read as it should. */
  close(): ReadonlyMap<string, ChangedPath> | undefined;
}

interface Draft {
  readonly held: Held | undefined;
  readonly document: BlockDocument;
  readonly texts: Set<string>;
  readonly removed: Set<Block>;
  readonly added: string[];
}

async function openBlockMover(
  changes: readonly ChangedPath[],
  sources: readonly Source[],
  readDocument: ReadDocument,
): Promise<BlockMover> {
  const paths = new Set(
    sources.flatMap(({ change, moved }) => [
      change.path,
      ...moved.ours.values(),
      ...moved.theirs.values(),
    ]),
  );
  const involved = changes.filter(({ path }) => paths.has(path));
  const drafts = new Map<string, Readonly<Record<Which, Draft>>>();
  for (const change of involved) {
    const open = async (held: Held | undefined): Promise<Draft> => {
      const document = (await readDocument(held)) ?? nothing;
      const texts = new Set(document.blocks.map(({ text }) => text));
      return { held, document, texts, removed: new Set(), added: [] };
    };
    const [base, ours, theirs] = [agreedBase(change), change.ours, change.theirs].map(open);
    if (base && ours && theirs) {
      drafts.set(change.path, { base: await base, ours: await ours, theirs: await theirs });
    }
  }
  return {
    carry(which, text, from, to) {
      const source = drafts.get(from)?.[which];
      const target = to === undefined || to === from ? undefined : drafts.get(to)?.[which];
      if (!source?.texts.has(text) || target === undefined) return;
      for (const block of source.document.blocks)
        if (block.text === text) source.removed.add(block);
      if (!target.texts.has(text)) target.added.push(text);
      target.texts.add(text);
    },
    close: () => closeDrafts(involved, drafts),
  };
}

const nothing: BlockDocument = { text: "", hasBom: false, lines: [], blocks: [] };

function closeDrafts(
  involved: readonly ChangedPath[],
  drafts: ReadonlyMap<string, Readonly<Record<Which, Draft>>>,
): ReadonlyMap<string, ChangedPath> | undefined {
  const edited = new Map<string, ChangedPath>();
  for (const { path } of involved) {
    const draft = drafts.get(path);
    if (draft === undefined) return undefined;
    const [base, ours, theirs] = [draft.base, draft.ours, draft.theirs].map(closeDraft);
    if (!base || !ours || !theirs) return undefined;
    edited.set(path, { path, bases: [base.held], ours: ours.held, theirs: theirs.held });
  }
  return edited;
}

/** The edited file; undefined where it would not read as it should. */
function closeDraft({
  held,
  document,
  removed,
  added,
}: Draft): { held: Held | undefined } | undefined {
  if (removed.size === 0 && added.length === 0) return { held };
  const bytes = editBlocks(document, removed, added);
  if (bytes === undefined) return undefined;
  const isBlank = Buffer.from(bytes).toString("utf8").trim() === "";
  return { held: isBlank ? undefined : toHeld(bytes, held?.mode ?? ordinaryMode) };
}
