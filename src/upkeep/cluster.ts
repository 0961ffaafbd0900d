import type { Settings } from "../settings/schema.ts";

/** How lines are put together; `similarity`: cosine from which on two lines mean the like. */
export type ClusterSettings = Pick<
  Settings["consolidate"],
  "strategy" | "minSize" | "maxSize" | "similarity"
>;

/** A line that may be put together with others of its kind. */
export interface Clusterable {
  /** Only lines of one kind come together. */
  readonly kind: string;
  readonly key: string | undefined;
  readonly tags: readonly string[];
  /** Of unit length; not looked at by `keyed`. */
  readonly vector: Float32Array;
}

/**
 * Pure: groups of lines each of which belongs to all others of its group, no line in two; begun with the first line
 * that is in none, which takes its nearest.
 */
export function clustersOf<T extends Clusterable>(
  lines: readonly T[],
  settings: ClusterSettings,
): readonly (readonly T[])[] {
  const clusters: (readonly T[])[] = [];
  for (const kin of Map.groupBy(lines, ({ kind }) => kind).values()) {
    const left = new Set(kin);
    for (const first of kin) {
      if (!left.has(first)) continue;
      const group = groupAround(first, [...left], settings);
      if (group.length < Math.max(2, settings.minSize)) continue;
      for (const one of group) left.delete(one);
      clusters.push(group);
    }
  }
  return clusters;
}

function groupAround<T extends Clusterable>(
  first: T,
  lines: readonly T[],
  settings: ClusterSettings,
): readonly T[] {
  const group = [first];
  const near = lines
    .filter((one) => one !== first && belong(first, one, settings))
    .map((one) => ({ one, cosine: cosineOf(first, one) }))
    .sort((a, b) => b.cosine - a.cosine);
  for (const { one } of near) {
    if (group.length === settings.maxSize) break;
    if (group.every((other) => belong(other, one, settings))) group.push(one);
  }
  return group;
}

function belong(one: Clusterable, other: Clusterable, settings: ClusterSettings): boolean {
  const shares =
    (one.key !== undefined && one.key === other.key) ||
    one.tags.some((tag) => other.tags.includes(tag));
  const isTold = one.tags.length > 0 && other.tags.length > 0;
  switch (settings.strategy) {
    case "keyed":
      return shares;
    case "semantic":
      return cosineOf(one, other) >= settings.similarity;
    case "hybrid":
      return (shares || !isTold) && cosineOf(one, other) >= settings.similarity;
  }
}

const cosineOf = (one: Clusterable, other: Clusterable): number =>
  dotProduct(one.vector, other.vector);

/** The cosine of two unit vectors. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
