import { hash } from "node:crypto";
import { blocked } from "./disk.ts";

/** What is larger is not unpacked: whoever can push can bring half a gigabyte of zeros in as many bytes as a note. */
export const maxObjectBytes: number = 2 ** 25;

/** What an object can be; packs number them in this order, from one. */
export const objectTypes = ["commit", "tree", "blob", "tag"] as const;

export type ObjectType = (typeof objectTypes)[number];

/** The name that an object has, or would have. */
export const oidOf = (type: string, content: Uint8Array): string =>
  hash("sha1", Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), "hex");

/** What an object is, by its name. Throws a blocked error where the content is not what was stored. */
export function typeOf(oid: string, content: Uint8Array): ObjectType {
  const type = objectTypes.find((one) => oidOf(one, content) === oid);
  if (type !== undefined) return type;
  throw blocked(`object ${oid} is damaged`, "run `git fsck` in the vault");
}

/** Whether the bytes of a pack or an index are what their last twenty say; those of git's index may say nothing. */
export function isWhole(bytes: Uint8Array, orUnsaid = false): boolean {
  const [body, sum] = [bytes.subarray(0, -20), bytes.subarray(-20)];
  return hash("sha1", body, "buffer").equals(sum) || (orUnsaid && sum.every((byte) => byte === 0));
}
