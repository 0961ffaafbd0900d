import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import type { CommitGraph } from "./commit-graph.ts";

/** The commits that a head leads to, newest first. Ends where something is missing, damaged or not read yet. */
export function* walkCommits(graph: CommitGraph, head: string | undefined): Generator<number> {
  const queue = new NewestFirst<number>();
  const seen = new Set<number>();
  const push = (id: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const time = timeOf(graph, id);
    if (time !== undefined) queue.push(id, time);
  };
  const first = head === undefined ? undefined : graph.idOf(head);
  if (first !== undefined) push(first);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next;
    for (const parent of graph.node(next)?.parents ?? []) push(parent);
  }
}

function timeOf(graph: CommitGraph, id: number): number | undefined {
  try {
    return graph.node(id)?.time;
  } catch {
    return undefined; // It is missing or damaged.
  }
}
