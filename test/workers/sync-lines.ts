/** One line of text that somebody wrote on one of the devices, known by the token in it: `w17x`. */
interface Version {
  /** Devices that took it away: deleted it, or wrote another line in its place. */
  readonly goneOn: Set<number>;
  /** Files that it was taken out of. */
  readonly goneFrom: Set<string>;
  /** It was taken out where a sync had been killed. */
  wasInterrupted: boolean;
  /** Devices that moved it to another file. */
  readonly movedOn: Set<number>;
  /** Nobody was told that it is saved: it may be there or not. */
  isUnsure: boolean;
}

/** All that was written in a race of several devices, and what must be there in the end. */
export interface Lines {
  /** A new token; its line is acknowledged unless said otherwise later. */
  create(): string;
  gone(token: string, where: Taken): void;
  /** A file, or half of it, went to another one, with these tokens. */
  moved(tokens: readonly string[], device: number, files: readonly string[]): void;
  unsure(token: string): void;
  /** Compares with the files of one device: how often each token stands there. */
  check(counts: ReadonlyMap<string, number>): LineFaults;
  readonly size: number;
}

/** Where a line was taken out. */
export interface Taken {
  readonly device: number;
  readonly path: string;
  /** The last sync of that device was killed. */
  readonly isInterrupted: boolean;
}

export interface LineFaults {
  /** Acknowledged and never taken away by anybody, yet not there. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Taken away, yet there. */
  readonly cameBack: readonly string[];
  /**
   * The same where Loci had to choose between losing and keeping: in a file that was renamed or split, or on a device
   * whose last sync was killed while it wrote the files.
   */
  readonly cameBackInDoubt: readonly string[];
}

/** Tokens in a text, in their order. */
export const tokensOf = (text: string): string[] => text.match(/\bw\d+x\b/g) ?? [];

export function createLines(): Lines {
  const versions = new Map<string, Version>();
  const movedFiles = new Set<string>();
  const of = (token: string): Version => {
    const version = versions.get(token);
    if (version === undefined) throw new Error(`Nobody wrote ${token}`);
    return version;
  };
  return {
    create() {
      const token = `w${versions.size}x`;
      versions.set(token, {
        goneOn: new Set(),
        goneFrom: new Set(),
        wasInterrupted: false,
        movedOn: new Set(),
        isUnsure: false,
      });
      return token;
    },
    gone(token, { device, path, isInterrupted }) {
      of(token).goneOn.add(device);
      of(token).goneFrom.add(path);
      of(token).wasInterrupted ||= isInterrupted;
    },
    moved(tokens, device, files) {
      for (const token of tokens) of(token).movedOn.add(device);
      for (const file of files) movedFiles.add(file);
    },
    unsure(token) {
      of(token).isUnsure = true;
    },
    check(counts) {
      const all = [...versions];
      const back = all.flatMap(([token, { goneOn }]) =>
        goneOn.size > 0 && counts.has(token) ? [token] : [],
      );
      const isInDoubt = (token: string): boolean =>
        of(token).wasInterrupted || [...of(token).goneFrom].some((file) => movedFiles.has(file));
      return {
        lost: all
          .filter(([, one]) => one.goneOn.size === 0 && !one.isUnsure)
          .flatMap(([token]) => (counts.has(token) ? [] : [token])),
        doubled: all
          .filter(([, { movedOn, goneOn }]) => movedOn.size < 2 && goneOn.size + movedOn.size < 2)
          .flatMap(([token]) => ((counts.get(token) ?? 0) > 1 ? [token] : [])),
        cameBack: back.filter((token) => !isInDoubt(token)),
        cameBackInDoubt: back.filter(isInDoubt),
      };
    },
    get size() {
      return versions.size;
    },
  };
}
