import type { TopicPath } from "./paths.ts";
import { sha256Hex } from "./sha256.ts";

/** One file of a vault, and the device's private folder in which the bookkeeping of its changes lies. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly path: TopicPath;
}

/** Name of a file's bookkeeping in `.loci`, whatever its path looks like. */
export function fileKey(path: TopicPath): string {
  return sha256Hex(path).slice(0, 16);
}
