import type { Version } from "../git/update-index.ts";

/** Whether a path holds a plain file, executable or not. */
export function isPlain(version: Version | undefined): version is Version {
  return version !== undefined && (version.mode & 0o170000) === 0o100000;
}

export function isLink(version: Version | undefined): version is Version {
  return version?.mode === 0o120000;
}

/** A commit of another repository: its files are none of ours. */
export function isSubmodule(version: Version | undefined): version is Version {
  return version?.mode === 0o160000;
}
