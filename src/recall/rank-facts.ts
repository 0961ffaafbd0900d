/** A memory as far as it shows how much it tells of a person. */
export interface Fact {
  readonly text: string;
  readonly file: string;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  /** The slot it fills (`[key:: …]`), or ''. */
  readonly key: string;
  /** 0 to 1; undefined where the line says none. */
  readonly importance: number | undefined;
  readonly isPreference: boolean;
  readonly isProtected: boolean;
  /** The person's, by its folder or by a mark. */
  readonly isOwn: boolean;
}

const minImportance = 0.8;

/** Whether it tells something that lasts: a preference, what has a key, what is important or protected. */
export const saysMuch = ({ key, importance = 0, isPreference, isProtected }: Fact): boolean =>
  key !== "" || importance >= minImportance || isPreference || isProtected;

/**
 * Of what a viewer may see, the lines that say most of who they are, best first: what is theirs, vital or has a key
 * before preferences, then the newest; each key once (its newest line, their own rather than the vault's) and each text
 * once. What is protected or of importance 1 gives way to no other line. Pure. `limit` counts lines.
 */
export function rankFacts<T extends Fact>(entries: readonly T[], limit: number): T[] {
  const ranked = entries.toSorted(
    (a, b) => worthOf(b) - worthOf(a) || compare(b.date, a.date) || compare(a.file, b.file),
  );
  const own = new Set(entries.flatMap(({ key, isOwn }) => (isOwn ? key : [])));
  const rivals = entries.filter(({ key, isOwn }) => key !== "" && (isOwn || !own.has(key)));
  const newest = new Map<string, string>();
  for (const { key, date } of rivals) if (date > (newest.get(key) ?? "")) newest.set(key, date);
  const seen = new Set<string>();
  const isFirst = (entry: T): boolean => {
    const { text, key, date, isOwn } = entry;
    const isKeyed = key !== "" && !isFirm(entry);
    if (isKeyed && (date < (newest.get(key) ?? "") || (!isOwn && own.has(key)))) return false;
    const names = isKeyed ? [text, `key ${key}`] : [text];
    if (names.some((name) => seen.has(name))) return false;
    for (const name of names) seen.add(name);
    return true;
  };
  return ranked.filter(isFirst).slice(0, limit);
}

const isFirm = ({ importance, isProtected }: Fact): boolean => isProtected || importance === 1;

/** What a line says of its own weight; a line that says nothing is a plain fact. */
const plainImportance = 0.5;

function worthOf({ importance, key, isPreference, isProtected, isOwn }: Fact): number {
  const stated = isProtected ? 1 : (importance ?? plainImportance);
  return stated + (isOwn ? 1 : 0) + (key === "" ? 0 : 0.3) + (isPreference ? 0.2 : 0);
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
