/** What changed since the last round. */
export interface Changes {
  /** Undefined: it is not known which paths. */
  add(paths: readonly string[] | undefined): void;
  /** Something changed since the last `take`. */
  isAny(): boolean;
  /** When that began (`performance.now()`). */
  since(): number;
  /** Empties it; undefined where any file may have changed. */
  take(): readonly string[] | undefined;
  /** The round failed: what was taken may not be committed yet. */
  putBack(): void;
}

/** More than so many: looking at all files is no dearer. */
const mostPaths = 1_000;

/** Begins with a vault of which nothing is known. */
export function createChanges(): Changes {
  let paths = new Set<string>();
  let isUnknown = true;
  let firstAt: number | undefined;
  return {
    add(changed) {
      firstAt ??= performance.now();
      for (const path of changed ?? []) paths.add(path);
      if (changed === undefined || paths.size > mostPaths) isUnknown = true;
    },
    isAny: () => firstAt !== undefined,
    since: () => firstAt ?? performance.now(),
    take() {
      const taken = isUnknown ? undefined : [...paths];
      paths = new Set();
      isUnknown = false;
      firstAt = undefined;
      return taken;
    },
    putBack() {
      isUnknown = true;
    },
  };
}
