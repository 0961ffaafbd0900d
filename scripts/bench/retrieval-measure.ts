/** How well one ranking answers one question. */
export interface Measured {
  /** Share of the evidence in the first 5 and 10. */
  readonly recall5: number;
  readonly recall10: number;
  /** 1 / rank of the first piece of evidence, 0 past the tenth. */
  readonly reciprocalRank: number;
}

/** Measures a ranking of ids against those of the evidence. */
export function measure(ranked: readonly string[], gold: readonly string[]): Measured {
  const evidence = new Set(gold);
  const foundIn = (k: number): number => {
    const top = new Set(ranked.slice(0, k));
    return [...evidence].filter((id) => top.has(id)).length / evidence.size;
  };
  const first = ranked.slice(0, 10).findIndex((id) => evidence.has(id));
  return {
    recall5: foundIn(5),
    recall10: foundIn(10),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1);
}

/** The 95 % interval of the mean, by 1,000 resamplings with a fixed seed. */
export function confidence(numbers: readonly number[]): readonly [number, number] {
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const means = Array.from({ length: 1000 }, () =>
    mean(numbers.map(() => numbers[Math.floor(random() * numbers.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[25] ?? 0, means[975] ?? 0];
}
