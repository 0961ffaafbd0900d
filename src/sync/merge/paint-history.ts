import type { Objects } from "../git/objects.ts";

/** What a walk down from two sides met. */
export interface Painted {
  /** Common ancestors, the best ones among them; where clocks were wrong, a few that are not best too. */
  readonly common: readonly string[];
  /** True where the walk came to a commit at which a shallow clone's history is cut off. */
  readonly isCut: boolean;
}

interface Node {
  readonly oid: string;
  readonly parents: readonly string[];
  readonly time: number;
  marks: number;
  isQueued: boolean;
}

const left = 1;
const right = 2;
const both = left | right;
/** An ancestor of a common ancestor: of no interest any more. */
const stale = 4;

/**
 * Walks down from one commit and from others, newest first, until only ancestors of common ancestors are left. Marks
 * that come late, by a commit with a wrong date, are carried down again: dates order the work, they decide nothing.
 */
export async function paintHistory(
  objects: Objects,
  one: string,
  others: readonly string[],
  signal?: AbortSignal,
): Promise<Painted> {
  const queue = createQueue(objects, await objects.readShallow());
  await queue.add(one, left);
  for (const other of others) await queue.add(other, right);
  const common = new Set<Node>();
  for (let node = queue.next(); node !== undefined; node = queue.next()) {
    signal?.throwIfAborted();
    let { marks } = node;
    if (marks === both) {
      common.add(node);
      marks |= stale;
    }
    for (const parent of node.parents) await queue.add(parent, marks);
  }
  const best = [...common].filter(({ marks }) => (marks & stale) === 0);
  return { common: best.map(({ oid }) => oid).sort(), isCut: queue.isCut() };
}

interface Queue {
  add(oid: string, marks: number): Promise<void>;
  /** The newest commit; undefined where all that wait are stale. */
  next(): Node | undefined;
  isCut(): boolean;
}

function createQueue(objects: Objects, shallow: ReadonlySet<string>): Queue {
  const nodesByOid = new Map<string, Node>();
  const heap: Node[] = [];
  let fresh = 0;
  let isCut = false;

  const read = async (oid: string): Promise<Node> => {
    const known = nodesByOid.get(oid);
    if (known !== undefined) return known;
    const commit = await objects.readCommit(oid);
    const parents = shallow.has(oid) ? [] : commit.parents;
    isCut ||= parents.length < commit.parents.length;
    const node: Node = { oid, parents, time: commit.time, marks: 0, isQueued: false };
    nodesByOid.set(oid, node);
    return node;
  };

  return {
    async add(oid, marks) {
      const node = await read(oid);
      const before = node.marks;
      node.marks |= marks;
      if (node.marks === before) return;
      if (node.isQueued) {
        if ((before & stale) === 0 && (marks & stale) !== 0) fresh--;
        return;
      }
      node.isQueued = true;
      if ((node.marks & stale) === 0) fresh++;
      pushNewest(heap, node);
    },

    next() {
      if (fresh === 0) return undefined;
      const node = popNewest(heap);
      if (node === undefined) return undefined;
      node.isQueued = false;
      if ((node.marks & stale) === 0) fresh--;
      return node;
    },

    isCut: () => isCut,
  };
}

/** A binary heap, the newest commit on top. */
function pushNewest(heap: Node[], node: Node): void {
  let at = heap.push(node) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = heap[above];
    if (other === undefined || other.time >= node.time) break;
    heap[at] = other;
    at = above;
  }
  heap[at] = node;
}

function popNewest(heap: Node[]): Node | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    const below = newerChild(heap, at);
    const child = heap[below];
    if (child === undefined || child.time <= last.time) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
  return top;
}

function newerChild(heap: readonly Node[], at: number): number {
  const first = 2 * at + 1;
  const second = first + 1;
  return (heap[second]?.time ?? -1) > (heap[first]?.time ?? -1) ? second : first;
}
