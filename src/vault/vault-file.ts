import { createHash } from "node:crypto";
import type { TopicPath } from "./paths.ts";

/** One file of a vault, and the device's private folder in which the bookkeeping of its changes lies. */
export interface VaultFile {
  readonly root: string;
  /** `<vault>/.loci` */
  readonly lociDir: string;
  readonly path: TopicPath;
}

/** Name of a file's bookkeeping in `.loci`, whatever its path looks like. */
export function fileKey(path: TopicPath): string {
  return sha256(Buffer.from(path)).slice(0, 16);
}

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
