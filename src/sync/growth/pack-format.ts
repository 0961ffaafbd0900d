export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** What git writes for each kind of entry; a delta names its base by the distance to it. */
export const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4, delta: 6 } as const;

/** Type and size in front of an entry: four bits of the size in the first byte, then seven a byte. */
export function entryHead(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 0x0f);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 0x80)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

export const isObjectType = (type: string): type is ObjectType =>
  type === "commit" || type === "tree" || type === "blob" || type === "tag";
