import { hash } from "node:crypto";
import { blocked } from "./disk.ts";

const types = ["blob", "tree", "commit", "tag"] as const;

/** What an object can be. */
export type ObjectType = (typeof types)[number];

/** The name that an object has, or would have. */
export const oidOf = (type: string, content: Uint8Array): string =>
  hash("sha1", Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), "hex");

/** What an object is, by its name. Throws a blocked error where the content is not what was stored. */
export function typeOf(oid: string, content: Uint8Array): ObjectType {
  const type = types.find((one) => oidOf(one, content) === oid);
  if (type !== undefined) return type;
  throw blocked(`object ${oid} is damaged`, "run `git fsck` in the vault");
}
