import { mergeOrder, toIds } from "./merge-order.ts";

/** A line or block that is one with those of the same key. */
export interface Keyed {
  readonly key: string;
}

export interface KeyedRules<T> {
  /** Makes one of a part that both sides have. */
  readonly both: (one: T, two: T, old: T | undefined) => T;
  /** Whether a part that the other side has taken away was edited meanwhile, and stays. */
  readonly isEdited?: (part: T, old: T) => boolean;
}

/** Merges sequences of keyed parts three-way. */
export function mergeKeyed<T extends Keyed>(
  versions: { readonly base: readonly T[]; readonly a: readonly T[]; readonly b: readonly T[] },
  { both, isEdited = () => false }: KeyedRules<T>,
): T[] {
  const [base, a, b] = [byId(versions.base), byId(versions.a), byId(versions.b)];
  const keeps = (id: string, side: "a" | "b"): boolean => {
    const [part, old] = [(side === "a" ? a : b).get(id), base.get(id)];
    return part !== undefined && (old === undefined || isEdited(part, old));
  };
  const ids = { base: [...base.keys()], a: [...a.keys()], b: [...b.keys()] };
  return mergeOrder(ids, { keeps }).flatMap((id) => {
    const [one, two] = [a.get(id), b.get(id)];
    if (one === undefined || two === undefined) return one ?? two ?? [];
    return both(one, two, base.get(id));
  });
}

/** What all of several versions have: where bases differ, nothing counts as taken away. */
export function inAll<T extends Keyed>(versions: readonly (readonly T[])[]): readonly T[] {
  const [first, ...others] = versions.map(byId);
  return [...(first ?? [])].flatMap(([id, part]) =>
    others.every((one) => one.has(id)) ? [part] : [],
  );
}

function byId<T extends Keyed>(parts: readonly T[]): ReadonlyMap<string, T> {
  const ids = toIds(parts.map(({ key }) => key));
  return new Map(parts.map((part, i) => [ids[i] ?? "", part]));
}
