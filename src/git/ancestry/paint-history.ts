import type { Objects } from "../objects/objects.ts";
import { NewestFirst } from "./newest-first.ts";

/** What a walk down from two sides met. */
export interface Painted {
  /** Common ancestors, the best ones among them; where clocks were wrong, a few that are not best too. */
  readonly common: readonly string[];
  /** True where the walk came to a commit at which a shallow clone's history is cut off. */
  readonly isCut: boolean;
  /** The commits met that only this side has. */
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
}

/** The newest commits of each side. */
export interface Tips {
  readonly left: readonly string[];
  readonly right: readonly string[];
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
 * Walks down from both sides, newest first, until only ancestors of common ancestors are left. Marks that come late, by
 * a commit with a wrong date, are carried down again: dates order the work, they decide nothing. With `countUpTo` it
 * goes on until what one side alone has is sure as well, or so many commits were looked at.
 */
export async function paintHistory(
  objects: Objects,
  tips: Tips,
  { signal, countUpTo }: { readonly signal?: AbortSignal | undefined; readonly countUpTo?: number },
): Promise<Painted> {
  const queue = createQueue(objects, await objects.readShallow());
  for (const oid of tips.left) await queue.add(oid, left);
  for (const oid of tips.right) await queue.add(oid, right);
  const common = new Set<Node>();
  for (let steps = 0; steps < (countUpTo ?? Number.POSITIVE_INFINITY); steps++) {
    signal?.throwIfAborted();
    const node = queue.next(countUpTo !== undefined);
    if (node === undefined) break;
    let { marks } = node;
    if (marks === both) {
      common.add(node);
      marks |= stale;
    }
    for (const parent of node.parents) await queue.add(parent, marks);
  }
  const best = [...common].filter(({ marks }) => (marks & stale) === 0);
  return {
    common: best.map(({ oid }) => oid).sort(),
    isCut: queue.isCut(),
    onlyLeft: queue.withMarks(left).map(({ oid }) => oid),
    onlyRight: queue.withMarks(right).map(({ oid }) => oid),
  };
}

interface Queue {
  add(oid: string, marks: number): Promise<void>;
  /** The newest commit; undefined where all that wait are stale (`isCounting`: and older than all of one side). */
  next(isCounting: boolean): Node | undefined;
  withMarks(marks: number): readonly Node[];
  isCut(): boolean;
}

function createQueue(objects: Objects, shallow: ReadonlySet<string>): Queue {
  const nodesByOid = new Map<string, Node>();
  const waiting = new NewestFirst<Node>();
  let fresh = 0;
  let isCut = false;
  let oldestSingle: number | undefined;

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
  const withMarks = (marks: number): Node[] =>
    [...nodesByOid.values()].filter((node) => node.marks === marks);
  // Once all waiting commits are stale, no fresh ones come: one with a single mark can only get the other.
  const mayLeadToSingle = (node: Node): boolean => {
    oldestSingle ??= [...withMarks(left), ...withMarks(right)].reduce(
      (oldest, { time }) => Math.min(oldest, time),
      Number.POSITIVE_INFINITY,
    );
    return node.time >= oldestSingle;
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
      waiting.push(node, node.time);
    },

    next(isCounting) {
      const node = waiting.peek();
      if (node === undefined || (fresh === 0 && !(isCounting && mayLeadToSingle(node)))) {
        return undefined;
      }
      waiting.pop();
      node.isQueued = false;
      if ((node.marks & stale) === 0) fresh--;
      return node;
    },

    withMarks,
    isCut: () => isCut,
  };
}
