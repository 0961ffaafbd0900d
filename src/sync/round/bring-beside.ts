import { relate } from "../../git/ancestry/ancestry.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { isPlain, versionAt, writeTree } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { forgottenPath, parseRemovals } from "../merge/file/removals.ts";
import { type PurgeMarks, rawLines } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { moveTo } from "./integrate.ts";
import type { RoundContext } from "./open-round.ts";
import { movedMeanwhile } from "./purge-here.ts";
import type { RoundRequest } from "./sync-request.ts";

/** A remote's commit that holds a purge. */
interface Bringing {
  readonly tip: string;
  /** What was last seen of the remote. */
  readonly seen: string | undefined;
  readonly marks: PurgeMarks;
  /**
   * What becomes of the marked lines here: they wait for an answer, and the marks are not taken over either; they stay, as if
   * they were written again; or they go.
   */
  readonly lines: "wait" | "stay" | "go";
}

/**
 * Merges a commit whose history was purged with the files as they are here: by what was last seen, as if that had never held
 * the lines. Once that is answered, the branch goes on from that commit alone, for what is before ours still holds them. The
 * caller holds the commit lock. Returns what was kept of both sides.
 */
export async function bringBeside(
  request: RoundRequest,
  context: RoundContext,
  { tip, seen, marks, lines }: Bringing,
): Promise<readonly string[]> {
  const { objects, repository } = context;
  const { signal } = request;
  const head = await readHead(repository.gitDir);
  const { oid = tip } = head;
  const [ours, theirs] = [await objects.readCommit(oid), await objects.readCommit(tip)];
  const cleaner = new HistoryRewriter({ objects, marks, signal });
  const bases: string[] = [];
  for (const base of (await relate(objects, oid, seen ?? tip, signal)).bases) {
    const { tree } = await objects.readCommit(base);
    bases.push(await withoutMarks(objects, await cleaner.file(tree, "tree"), marks));
  }
  const moved = await moveTo(context, {
    head,
    bases,
    ours: lines === "go" ? await cleaner.file(ours.tree, "tree") : ours.tree,
    theirs: lines === "wait" ? await withoutMarks(objects, theirs.tree, marks) : theirs.tree,
    // What was forgotten there is what stays here.
    ...(lines !== "go" && { removals: parseRemovals() }),
    parents: lines === "wait" ? [ours, theirs] : [theirs],
    what: "merge a purge into",
  });
  if (moved === "moved") throw movedMeanwhile();
  return moved.keptBoth;
}

/** A tree without these marks in its file of them. */
async function withoutMarks(objects: Objects, tree: string, marks: PurgeMarks): Promise<string> {
  const file = await versionAt(objects, tree, forgottenPath);
  if (!isPlain(file)) return tree;
  const kept = rawLines(await objects.read(file.oid)).filter((line) => !marks.has(line.trim()));
  const oid = await objects.write("blob", Buffer.from(kept.join(""), "latin1"));
  return writeTree(objects, tree, new Map([[forgottenPath, { ...file, oid }]]));
}
