import type { StoredObject } from "../object-format.ts";

/** The objects read last, up to a number of bytes: neighbours in a pack are made of one another. */
export interface ObjectCache {
  /** What is known of one pack, by offset. All parts share the room. */
  part(): CachePart;
}

export interface CachePart {
  get(offset: number): StoredObject | undefined;
  /** Gives the object back. */
  set(offset: number, object: StoredObject): StoredObject;
}

/** What an object costs besides its content. */
const overhead = 200;
/** No pack is larger: the key of an object is its offset and the number of its part. */
const partSize = 2 ** 40;

/** Creates an empty cache. An object larger than a quarter of it is not kept. */
export function createObjectCache(maxBytes: number): ObjectCache {
  const objects = new Map<number, StoredObject>();
  let bytes = 0;
  let parts = 0;
  const get = (key: number): StoredObject | undefined => {
    const object = objects.get(key);
    if (object === undefined) return undefined;
    objects.delete(key);
    objects.set(key, object);
    return object;
  };
  const set = (key: number, object: StoredObject): StoredObject => {
    if (objects.has(key) || object.content.length > maxBytes / 4) return object;
    objects.set(key, object);
    bytes += object.content.length + overhead;
    for (const [oldest, { content }] of objects) {
      if (bytes <= maxBytes) break;
      objects.delete(oldest);
      bytes -= content.length + overhead;
    }
    return object;
  };
  return {
    part() {
      const first = parts++ * partSize;
      return {
        get: (offset) => get(first + offset),
        set: (offset, object) => set(first + offset, object),
      };
    },
  };
}
