import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { scopeFolder } from "../vault/paths.ts";
import type { Parts } from "./parts.ts";

/** Who it is, as their folder is called, be it in capitals or not; throws LociError BAD_NAME for what can name none. */
export function checkedPerson(
  { root }: Pick<Parts, "root">,
  person: string | undefined,
): string | null {
  if (person === undefined) return null;
  const id = scopeFolder({ kind: "person", id: person }).slice("people/".length);
  const folder = join(root, "people");
  const known = existsSync(folder) ? readdirSync(folder) : [];
  if (known.includes(id)) return id;
  return known.find((name) => name.toLowerCase() === id.toLowerCase()) ?? id;
}
