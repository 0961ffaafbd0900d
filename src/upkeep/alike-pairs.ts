/** Something with the stems of its words, in order. */
export interface Worded<T> {
  readonly place: T;
  readonly stems: readonly string[];
}

export interface AlikePair<T> {
  readonly one: Worded<T>;
  readonly other: Worded<T>;
  /** How much of their words they share: 2·|A∩B| / (|A|+|B|) (Sørensen 1948, Dice 1945). */
  readonly dice: number;
  /** Their common words stand in the same order. */
  readonly isInOrder: boolean;
  /** Each has a word that the other has not ("Tuesday", "Thursday"). */
  readonly haveOwn: boolean;
}

/** Among more lines that begin alike than these, such as a diary's, each is only compared with the last ones. */
const window = 50;

/**
 * Pairs of those that share at least `least` of their words (Dice), in the order given. An inverted index over the
 * rarest words of each finds them (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs similarity search",
 * 2007), so that the work grows with the lines and not with their square. Pure.
 */
export function findPairs<T>(all: readonly Worded<T>[], least: number): readonly AlikePair<T>[] {
  const counts = new Map<string, number>();
  for (const { stems } of all) {
    for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rarity = (stem: string): number => counts.get(stem) ?? 0;
  const byStem = new Map<string, Worded<T>[]>();
  const sets = new Map(all.map((one) => [one, new Set(one.stems)]));
  const setOf = (one: Worded<T>): ReadonlySet<string> => sets.get(one) ?? new Set();
  return all.flatMap((other) => {
    const own = [...setOf(other)].sort((a, b) => rarity(a) - rarity(b) || (a < b ? -1 : 1));
    // One that is alike shares at least so many of them: any two then have one of their rarest in common.
    const common = Math.ceil((own.length * least) / (2 - least) - 1e-9);
    const rarest = own.slice(0, own.length - common + 1);
    const candidates = new Set(rarest.flatMap((stem) => byStem.get(stem)?.slice(-window) ?? []));
    for (const stem of rarest) {
      const list = byStem.get(stem) ?? [];
      byStem.set(stem, list);
      list.push(other);
    }
    return [...candidates].flatMap((one) => {
      const dice = diceOf(setOf(one), setOf(other));
      return dice < least ? [] : { one, other, dice, ...compare(one.stems, other.stems) };
    });
  });
}

function diceOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const stem of one) if (other.has(stem)) common++;
  return (2 * common) / (one.size + other.size);
}

function compare(one: readonly string[], other: readonly string[]) {
  const a = one.filter((stem) => other.includes(stem));
  const b = other.filter((stem) => one.includes(stem));
  return {
    isInOrder: a.length === b.length && a.every((stem, i) => stem === b[i]),
    haveOwn: a.length < one.length && b.length < other.length,
  };
}
