import { LociError } from "../errors.ts";
import { isPrivateName } from "../vault/paths.ts";
import { bytesToPath } from "./tree.ts";

/** Whether a path lies in the vault, and neither in its git folder nor among Loci's own bookkeeping. */
export function isCommittable(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !isPrivateName(part));
}

/** A device's own `.loci`, in any spelling that some file system takes for it (as bytes): never written, never merged. */
export function isOwnState(name: string): boolean {
  const text = bytesToPath(name) ?? name;
  return !isCommittable(text) && /^(?:\.loci|loci~1)/i.test(text.replace(/\p{Cf}/gu, ""));
}

/** What is wrong with a name or path that would show as something else than it is; undefined for any other. */
export function faultOfName(name: string): string | undefined {
  if (/\p{Cc}/u.test(name)) return "a name may hold no control characters";
  return turning.test(name) ? "a name may hold no marks that turn the text around" : undefined;
}

/** Unicode's marks of direction: behind one of them `gpj.md` reads `dm.jpg`. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Refuses a path that is not committable. */
export function checkPath(path: string): void {
  if (isCommittable(path)) return;
  throw new LociError("OUTSIDE_VAULT", `Cannot commit "${path}": it is not a file of the vault`);
}
