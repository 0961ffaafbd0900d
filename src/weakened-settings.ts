/** A setting that `loci.yaml` would make less private than it is on this device. */
export interface Weakened {
  readonly key: string;
  /** What stays in effect, and what the file says. */
  readonly before: unknown;
  readonly after: unknown;
}

/** One sentence on it. */
export function sayWeakened(weakened: readonly Weakened[]): string {
  const what = weakened.map(
    ({ key, before, after }) => `${key} from ${shown(before)} to ${shown(after)}`,
  );
  return `loci.yaml makes this vault less private than it was on this device, and that waits for your yes: ${what.join(", ")}; "loci config --accept-privacy" takes it over`;
}

export const shown = (value: unknown): string => JSON.stringify(value);
