/** One line of text that somebody wrote on one of the devices, known by the token in it: `w17x`. */
interface Version {
  /** Devices that took it away: deleted it, or wrote another line in its place. */
  readonly goneOn: Set<number>;
  /** Files that it was taken out of. */
  readonly goneFrom: Set<string>;
  /** Devices that moved it to another file. */
  readonly movedOn: Set<number>;
  /** Nobody was told that it is saved: it may be there or not. */
  isUnsure: boolean;
}

/** All that was written in a race of several devices, and what must be there in the end. */
export interface Lines {
  /** A new token; its line is acknowledged unless said otherwise later. */
  create(): string;
  gone(token: string, device: number, path: string): void;
  /** A file, or half of it, went to another one, with these tokens. */
  moved(tokens: readonly string[], device: number, files: readonly string[]): void;
  unsure(token: string): void;
  /** Compares with the files of one device: how often each token stands there. */
  check(counts: ReadonlyMap<string, number>): LineFaults;
  readonly size: number;
}

export interface LineFaults {
  /** Acknowledged and never taken away by anybody, yet not there. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Taken away, yet there. */
  readonly cameBack: readonly string[];
  /** The same in a file that was renamed or split: what two devices move about may stay (docs/sync.md says so). */
  readonly cameBackElsewhere: readonly string[];
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
        movedOn: new Set(),
        isUnsure: false,
      });
      return token;
    },
    gone(token, device, path) {
      of(token).goneOn.add(device);
      of(token).goneFrom.add(path);
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
      const wasMoved = (token: string): boolean =>
        [...of(token).goneFrom].some((file) => movedFiles.has(file));
      return {
        lost: all
          .filter(([, one]) => one.goneOn.size === 0 && !one.isUnsure)
          .flatMap(([token]) => (counts.has(token) ? [] : [token])),
        doubled: all
          .filter(([, { movedOn, goneOn }]) => movedOn.size < 2 && goneOn.size + movedOn.size < 2)
          .flatMap(([token]) => ((counts.get(token) ?? 0) > 1 ? [token] : [])),
        cameBack: back.filter((token) => !wasMoved(token)),
        cameBackElsewhere: back.filter(wasMoved),
      };
    },
    get size() {
      return versions.size;
    },
  };
}
