import type { StoredObject } from "../object-format.ts";
import { readLoose } from "../objects/loose-object.ts";
import { openPacks } from "../packs/open-packs.ts";
import { createYielder } from "../yield-to-event-loop.ts";
import { listLoose } from "./loose-objects.ts";

/** An object, and where it lies: the path of its own file, or of its pack without the ending. */
export interface FoundObject extends StoredObject {
  readonly oid: string;
  readonly place: string;
  readonly isPacked: boolean;
}

/** Every object of a repository, whether anything names it or not; those in several places come several times. Throws for a damaged one. */
export async function* eachObject(gitDir: string): AsyncGenerator<FoundObject> {
  const yieldToEventLoop = createYielder();
  const packs = openPacks(gitDir, (oid) => readLoose(gitDir, oid));
  try {
    for (const [place, oids] of packs.list()) {
      for (const oid of oids) {
        await yieldToEventLoop();
        const object = packs.read(oid);
        if (object !== undefined) yield { ...object, oid, place, isPacked: true };
      }
    }
  } finally {
    packs.close();
  }
  for (const { oid, file } of await listLoose(gitDir)) {
    await yieldToEventLoop();
    const object = readLoose(gitDir, oid);
    if (object !== undefined) yield { ...object, oid, place: file, isPacked: false };
  }
}
