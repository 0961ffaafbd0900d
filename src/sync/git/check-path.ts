import { LociError } from "../../errors.ts";
import { isPrivateName } from "../../vault/paths.ts";

/** Whether a path lies in the vault, and neither in its git folder nor among Loci's own bookkeeping. */
export function isCommittable(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !isPrivateName(part));
}

/** Refuses a path that is not committable. */
export function checkPath(path: string): void {
  if (isCommittable(path)) return;
  throw new LociError("OUTSIDE_VAULT", `Cannot commit "${path}": it is not a file of the vault`);
}
