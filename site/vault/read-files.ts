import type { ListedFile } from "../../src/vault/list-files.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import type { LoadedParts } from "./load-vault.ts";
import type { SiteDocument } from "./site-vault.ts";

/** What a process that builds a site again and again has read of its vault: files that are as they were, it reads once. */
export interface ReadFiles {
  /** What was read of a file by these rules, where it has not changed since. */
  get(file: ListedFile, rules: string): LoadedParts | undefined;
  /** Keeps what was read at `readAt`, for the next time. */
  keep(file: ListedFile, parts: LoadedParts, readAt: number): void;
  /** Ends a round: what it neither got nor kept is forgotten. */
  turn(rules: string): void;
  /** Of texts that were read so. */
  readonly parsed: WeakMap<object, ParsedText>;
}

/** A text that is shown, parsed. */
export type ParsedText = Pick<SiteDocument, "text" | "topic" | "tags" | "properties">;

/** So soon after a change a file may change again without new times (ms). */
const unsureMs = 2_500;

export function createReadFiles(): ReadFiles {
  let known = new Map<TopicPath, Known>();
  let next = new Map<TopicPath, Known>();
  let knownRules = "";
  return {
    parsed: new WeakMap(),
    get(file, rules) {
      const found = known.get(file.path);
      if (rules !== knownRules || found?.stamp !== stampOf(file)) return undefined;
      next.set(file.path, found);
      return found.parts;
    },
    keep(file, parts, readAt) {
      if (readAt - Math.max(file.mtimeMs, file.ctimeMs) < unsureMs) return;
      next.set(file.path, { stamp: stampOf(file), parts });
    },
    turn(rules) {
      [known, next, knownRules] = [next, new Map(), rules];
    },
  };
}

interface Known {
  readonly stamp: string;
  readonly parts: LoadedParts;
}

const stampOf = ({ size, mtimeMs, ctimeMs, ino }: ListedFile): string =>
  `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
