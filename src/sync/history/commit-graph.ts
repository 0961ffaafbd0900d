import type { ChangedFile, TreeDiff } from "./changed-files.ts";
import {
  type FillOptions,
  fillHistory,
  type HistorySource,
  type NotStored,
  type PartialChanges,
} from "./fill-history.ts";
import type { CommitNode, HistoryTable, StoredChange } from "./history-table.ts";

/** The commits of a history and what they did, in memory but for the changes. Commits go by numbers here. */
export interface CommitGraph {
  /** Undefined for a commit that is not in it. */
  idOf(oid: string): number | undefined;
  oidOf(id: number): string;
  /** What leads on from a commit; undefined where it was not read yet. Throws where it cannot be read. */
  node(id: number): Pick<CommitNode, "time" | "parents"> | undefined;
  /** Prepares the look at what commits did to one path. */
  changesOf(path: string): (id: number) => PathChanges;
  /** What a commit did: a list for each parent, else one with all of its files; undefined where not all can be read. */
  changesIn(id: number): readonly (readonly ChangedFile[] | undefined)[];
}

/** What a commit did to a path. */
export interface PathChanges {
  /** Those that it can be compared with; without a change where it left the path as it was there. */
  readonly parents: readonly { readonly id: number; readonly change: ChangedFile | undefined }[];
  /** Where there are none: the path, if it has it. */
  readonly file: ChangedFile | undefined;
  /** A shallow clone ends here. */
  readonly isCut: boolean;
  /** What is wrong with other parents. */
  readonly errors: readonly unknown[];
}

/** Fills the table and loads the graph; drops commits that git no longer has. */
export async function openGraph(source: HistorySource, options: FillOptions): Promise<CommitGraph> {
  const notStored = await fillHistory(source, options);
  const nodes = source.table.nodes();
  const graph = createGraph(source.table, nodes, notStored);
  await dropLost(source, graph, nodes.keys());
  return graph;
}

function createGraph(
  table: HistoryTable,
  nodes: ReadonlyMap<number, CommitNode>,
  notStored: NotStored,
): CommitGraph {
  const { idOf, idFor, oidOf } = numberCommits(table);
  const notStoredById = new Map([...notStored].map(([oid, one]) => [idFor(oid), one]));
  const partial = (id: number): PartialChanges | undefined => {
    const changes = notStoredById.get(id);
    if (changes instanceof Error) throw changes;
    return changes;
  };
  const parentsOf = (id: number): readonly number[] =>
    partial(id)?.parents.map(idFor) ?? nodes.get(id)?.parents ?? [];
  const isTooLarge = (id: number): boolean => nodes.get(id)?.isTooLarge === true;
  return {
    idOf,
    oidOf,
    node(id) {
      const changes = partial(id);
      return changes ? { time: changes.time, parents: parentsOf(id) } : nodes.get(id);
    },
    changesOf(path) {
      const stored = Map.groupBy(table.changesOf(path), ({ node }) => node);
      return (id) => {
        const changes = partial(id);
        const parents = parentsOf(id);
        if (isTooLarge(id)) {
          const unchanged = parents.map((parent) => ({ id: parent, change: undefined }));
          return { parents: unchanged, file: undefined, isCut: false, errors: [tooLarge] };
        }
        return changes
          ? partialChangesTo(changes, parents, path)
          : { ...storedChangesTo(stored.get(id) ?? [], parents), isCut: false, errors: [] };
      };
    },
    changesIn(id) {
      const changes = partial(id);
      if (changes !== undefined) return listsOf(changes);
      const count = Math.max(1, parentsOf(id).length);
      if (isTooLarge(id)) return Array.from({ length: count }, () => undefined);
      const byParent = Map.groupBy(table.changesIn(id), ({ parent }) => parent);
      return Array.from({ length: count }, (_, at) => byParent.get(at) ?? []);
    },
  };
}

/** The walk goes on as if such a commit had left all as it was. */
const tooLarge = new Error("it changed too many files to tell which");

/** Commits that are not in the table get negative numbers. */
function numberCommits(table: HistoryTable) {
  const ids = new Map<string, number>();
  const oids: string[] = [];
  const idOf = (oid: string): number | undefined => ids.get(oid) ?? table.idOf(oid);
  return {
    idOf,
    idFor(oid: string): number {
      const known = idOf(oid);
      if (known !== undefined) return known;
      ids.set(oid, -oids.push(oid));
      return -oids.length;
    },
    oidOf: (id: number): string => oids[-id - 1] ?? table.oidOf(id),
  };
}

function storedChangesTo(changes: readonly StoredChange[], parents: readonly number[]) {
  if (parents.length === 0) return { parents: [], file: changes[0] };
  const changeOf = (at: number): StoredChange | undefined =>
    changes.find(({ parent }) => parent === at);
  return { parents: parents.map((id, at) => ({ id, change: changeOf(at) })), file: undefined };
}

function partialChangesTo(
  { diffs, files, isCut }: PartialChanges,
  parents: readonly number[],
  path: string,
): PathChanges {
  const lostIn = ({ unreadable }: TreeDiff) =>
    unreadable.find(({ folder }) => path.startsWith(folder));
  const among = ({ changed }: TreeDiff): ChangedFile | undefined =>
    changed.find((one) => one.path === path);
  const compared = parents.flatMap((id, at) => {
    const diff = diffs[at];
    return diff === undefined || lostIn(diff) ? [] : [{ id, change: among(diff) }];
  });
  const errors = diffs.flatMap((diff) => lostIn(diff)?.error ?? []);
  if (compared.length > 0 || files === undefined) {
    return { parents: compared, file: undefined, isCut, errors };
  }
  const own = lostIn(files); // Then it is the commit itself that is not all there.
  return { parents: [], file: among(files), isCut, errors: own ? [own.error] : errors };
}

const listsOf = ({
  diffs,
  files,
}: PartialChanges): readonly (readonly ChangedFile[] | undefined)[] =>
  (diffs.length === 0 && files !== undefined ? [files] : diffs).map(({ changed, unreadable }) =>
    unreadable.length === 0 ? changed : undefined,
  );

/** What git has dropped, as after a history was rewritten, must not survive here, not even as a path. */
async function dropLost(
  { head, objects, table }: HistorySource,
  graph: CommitGraph,
  stored: Iterable<number>,
): Promise<void> {
  const reached = reachedFrom(graph, head);
  if (reached === undefined) return;
  for (const id of stored) {
    if (reached.has(id) || (await objects.has(graph.oidOf(id)))) continue;
    table.keepOnly(reached);
    return;
  }
}

/** All commits that a head leads to; undefined where not all were read yet. */
function reachedFrom(graph: CommitGraph, head: string | undefined): Set<number> | undefined {
  const first = head === undefined ? undefined : graph.idOf(head);
  if (first === undefined) return undefined;
  const reached = new Set([first]);
  for (const id of reached) {
    try {
      const node = graph.node(id);
      if (node === undefined) return undefined;
      for (const parent of node.parents) reached.add(parent);
    } catch {
      // It cannot be read: there its past ends.
    }
  }
  return reached;
}
