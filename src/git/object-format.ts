import { hash } from "node:crypto";

/** What an object can be. */
export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** An object and what it is. */
export interface StoredObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

export const isObjectType = (type: string): type is ObjectType =>
  type === "commit" || type === "tree" || type === "blob" || type === "tag";

/** An object with its head, as it is named and stored. */
const wrapObject = (type: string, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);

/** The name that an object has, or would have. */
export const oidOf = (type: string, content: Uint8Array): string =>
  hash("sha1", wrapObject(type, content), "hex");
