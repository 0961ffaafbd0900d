import type { Entry } from "./topic.ts";

/** True for an entry marked `[sensitivity:: secret]`: it is for this device and its network alone. */
export function isSecret({ fields }: Pick<Entry, "fields">): boolean {
  return fields.sensitivity?.toLowerCase() === "secret";
}
