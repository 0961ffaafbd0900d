import { LociError } from "../errors.ts";

/** Whether a path lies in the vault, and neither in its git folder nor among Loci's own bookkeeping. */
export function isCommittable(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !isPrivate(part));
}

/** Refuses a path that is not committable. */
export function checkPath(path: string): void {
  if (isCommittable(path)) return;
  throw new LociError("OUTSIDE_VAULT", `Cannot commit "${path}": it is not a file of the vault`);
}

/** Names that some file systems take for .git or .loci: they drop invisible signs, dots at the end, streams. */
const isPrivate = (name: string): boolean =>
  /^(?:\.git|\.loci|git~1|loci~1)[. ]*(?::.*)?$/is.test(name.replace(/\p{Cf}/gu, ""));
