import type { Version } from "./update-index.ts";

export const ordinaryMode = 0o100644;
export const executableMode = 0o100755;
const linkMode = 0o120000;
const submoduleMode = 0o160000;

/** Whether a path holds a plain file, executable or not: neither a link, nor another repository, nor a folder. */
export function isPlain<T extends Version>(version: T | undefined): version is T {
  return version !== undefined && (version.mode & 0o170000) === 0o100000;
}

export function isLink<T extends Pick<Version, "mode">>(version: T | undefined): version is T {
  return version?.mode === linkMode;
}

/** A commit of another repository: its files are none of ours. */
export const isSubmodule = (version: Pick<Version, "mode"> | undefined): boolean =>
  version?.mode === submoduleMode;
