/** `make`, with what it made for up to `most` keys kept: when there are more it begins again. */
export function keepMost<K, V extends {}>(most: number, make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (values.size >= most) values.clear();
    values.set(key, made);
    return made;
  };
}

/**
 * Values kept for as long as a thing is, up to so much in all by their sizes: when there is more, the oldest quarter goes.
 */
export function keepFor<K, V>(
  most: number,
  sizeOf: (value: V) => number = () => 1,
): (thing: object, key: K, make: () => V) => V {
  const byThing = new WeakMap<object, { readonly values: Map<K, V>; size: number }>();
  return (thing, key, make) => {
    let kept = byThing.get(thing);
    const known = kept?.values.get(key);
    if (known !== undefined) return known;
    const made = make();
    const size = sizeOf(made);
    if (kept === undefined) {
      kept = { values: new Map(), size: 0 };
      byThing.set(thing, kept);
    }
    if (kept.size + size > most) {
      for (const [old, value] of kept.values) {
        if (kept.size + size <= 0.75 * most) break;
        kept.values.delete(old);
        kept.size -= sizeOf(value);
      }
    }
    kept.values.set(key, made);
    kept.size += size;
    return made;
  };
}
