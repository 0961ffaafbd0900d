import { relate } from "../../git/ancestry/ancestry.ts";
import { writeCommit } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { isPlain, versionAt, writeTree } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { forgottenPath, parseRemovals } from "../merge/file/removals.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { type PurgeMarks, rawLines } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { checkIncoming } from "./deletion-guard.ts";
import type { RoundContext } from "./open-round.ts";
import { moveForward } from "./purge-here.ts";
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
  const { signal, accept, device } = request;
  const { oid = tip } = await readHead(repository.gitDir);
  const [ours, theirs] = [await objects.readCommit(oid), await objects.readCommit(tip)];
  const cleaner = new HistoryRewriter({ objects, marks, signal });
  const bases: string[] = [];
  for (const base of (await relate(objects, oid, seen ?? tip, signal)).bases) {
    const { tree } = await objects.readCommit(base);
    bases.push(await withoutMarks(objects, await cleaner.file(tree, "tree"), marks));
  }
  const merge = {
    bases,
    ours: lines === "go" ? await cleaner.file(ours.tree, "tree") : ours.tree,
    theirs: lines === "wait" ? await withoutMarks(objects, theirs.tree, marks) : theirs.tree,
    // What was forgotten there is what stays here.
    ...(lines !== "go" && { removals: parseRemovals() }),
  };
  const { tree, changes, keptBoth } = await mergeTrees(objects, merge, signal);
  if (accept?.deletions !== true) await checkIncoming(objects, merge.ours, changes);
  const own = { author: request.authorOf(undefined), now: request.now() };
  const text = { ...own, message: "sync: merge a purge", trailers: { Device: device } };
  const parents = lines === "wait" ? [ours, theirs] : [theirs];
  const isTheirs = lines !== "wait" && tree === theirs.tree;
  const written = isTheirs
    ? theirs
    : await writeCommit(objects, tree, parents[0], text, parents[1]);
  await objects.flush();
  await moveForward(context, request, written.oid);
  return keptBoth;
}

/** A tree without these marks in its file of them. */
async function withoutMarks(objects: Objects, tree: string, marks: PurgeMarks): Promise<string> {
  const file = await versionAt(objects, tree, forgottenPath);
  if (!isPlain(file)) return tree;
  const kept = rawLines(await objects.read(file.oid)).filter((line) => !marks.has(line.trim()));
  const oid = await objects.write("blob", Buffer.from(kept.join(""), "latin1"));
  return writeTree(objects, tree, new Map([[forgottenPath, { ...file, oid }]]));
}
