import { relate } from "../../git/ancestry/ancestry.ts";
import type { Commit } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { isPlain, ordinaryMode } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { toReflog, writeCommit } from "../../git/objects/write-commit.ts";
import { writeTree } from "../../git/objects/write-tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { applyMove } from "../apply/move.ts";
import { answerMarks, forgottenPath, marksUntil } from "../merge/file/removals.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { standingMemories } from "../purge/find-lines.ts";
import { hashesOf, type PurgeMarks, rawLines } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { branchOf } from "./choose-branch.ts";
import { checkIncoming } from "./deletion-guard.ts";
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
   * What becomes of the marked lines here: they stay until somebody answers, and the marks are not taken over either; they
   * stay as if they were written again; or they go.
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
  const { authorOf, device, accept, signal } = request;
  const [author, now] = [authorOf(undefined), request.now()];
  const head = await readHead(repository.gitDir);
  if (head.oid === undefined) return [];
  const [ours, theirs] = [await objects.readCommit(head.oid), await objects.readCommit(tip)];
  const cleaner = new HistoryRewriter({ objects, marks, signal });
  const unmarked = (from: string): Promise<string> =>
    editMarks(objects, from, (line) => (marks.has(line) ? [] : [line]));
  const bases: string[] = [];
  for (const oid of (await relate(objects, ours.oid, seen ?? tip, signal)).bases) {
    const old = await objects.readCommit(oid);
    bases.push(await unmarked(await cleaner.file(old.tree, "tree")));
  }
  const sides = {
    wait: async () => [ours.tree, await unmarked(theirs.tree)] as const,
    stay: async () =>
      [await saidAgain(objects, { ours, theirs, marks, now }), theirs.tree] as const,
    go: async () => [await cleaner.file(ours.tree, "tree"), theirs.tree] as const,
  };
  const [here, there] = await sides[lines]();
  // What was forgotten there is what waits here.
  const until = lines === "wait" ? 0 : marksUntil(ours.time * 1_000, theirs.time * 1_000);
  const merge = { bases, ours: here, theirs: there, until };
  const { tree, keptBoth } = await mergeTrees(objects, merge, signal);
  const forward = { bases: [ours.tree], ours: ours.tree, theirs: tree };
  const { changes } = await mergeTrees(objects, forward, signal);
  if (accept?.deletions !== true) await checkIncoming(objects, ours.tree, changes);
  const parents = lines === "wait" ? [ours, theirs] : [theirs];
  const message = `sync: merge ${branchOf(head)}`;
  const text = { author, message, trailers: { Device: device }, now };
  const isForward = lines !== "wait" && tree === theirs.tree;
  const { oid, log } = isForward
    ? { oid: tip, log: toReflog(author, now, message) }
    : await writeCommit(objects, tree, parents[0], text, parents[1]);
  await objects.flush();
  const move = { ref: head.ref, from: ours.oid, to: oid, changes, log };
  if ((await applyMove(context, move, signal)) === "moved") throw movedMeanwhile();
  return keptBoth;
}

/** Our tree, in which the purged memories that stand there are marked as said again: they do not count as forgotten. */
async function saidAgain(
  objects: Objects,
  sides: {
    readonly ours: Commit;
    readonly theirs: Commit;
    readonly marks: PurgeMarks;
    readonly now: Date;
  },
): Promise<string> {
  const { ours, theirs, marks, now } = sides;
  const texts = await standingMemories(objects, ours.tree, hashesOf(marks));
  const file = await versionAt(objects, theirs.tree, forgottenPath);
  const before = isPlain(file) ? await objects.read(file.oid) : null;
  const until = Number.POSITIVE_INFINITY;
  const added = answerMarks(
    before,
    { now: now.getTime(), until },
    texts.map(({ text }) => ({ text, mark: "+" })),
  );
  return editMarks(objects, ours.tree, (line) => [line], added);
}

/** A tree with other lines in its file of marks. */
async function editMarks(
  objects: Objects,
  tree: string,
  edit: (line: string) => readonly string[],
  added: readonly string[] = [],
): Promise<string> {
  const file = await versionAt(objects, tree, forgottenPath);
  const before = isPlain(file) ? rawLines(await objects.read(file.oid)) : [];
  const lines = [...before.flatMap((line) => edit(line.trim())), ...added];
  if (lines.length === before.length) return tree;
  const oid = await objects.write("blob", Buffer.from(lines.map((line) => `${line}\n`).join("")));
  const version = { mode: file?.mode ?? ordinaryMode, oid };
  return writeTree(objects, tree, new Map([[forgottenPath, version]]));
}
