import { blocked } from "../blocked.ts";
import type { StoredObject } from "../object-format.ts";
import { readLoose } from "../objects/loose-object.ts";
import { openPacks } from "../packs/open-packs.ts";
import { createYielder } from "../yield-to-event-loop.ts";
import { listLoose } from "./loose-objects.ts";

/** Where an object lies: the path of its own file, or of its pack without the ending. */
export interface ObjectPlace {
  readonly oid: string;
  readonly place: string;
  readonly isPacked: boolean;
}

/**
 * Every object of a repository that is wanted, whether anything names it or not; those in several places come several
 * times. Throws for a damaged one, but not for an empty file.
 */
export async function* eachObject(
  gitDir: string,
  isWanted: (object: ObjectPlace) => boolean = () => true,
): AsyncGenerator<ObjectPlace & StoredObject> {
  const yieldToEventLoop = createYielder();
  const packs = openPacks(gitDir, (oid) => readLoose(gitDir, oid));
  try {
    for (const [place, oids] of packs.list()) {
      for (const oid of oids) {
        await yieldToEventLoop();
        const found = { oid, place, isPacked: true };
        const object = isWanted(found) ? packs.read(oid) : undefined;
        if (object !== undefined) yield { ...object, ...found };
      }
    }
  } finally {
    packs.close();
  }
  // An empty one, as a power cut leaves it, holds nothing.
  const loose = (await listLoose(gitDir)).filter(({ bytes }) => bytes > 0);
  for (const { oid, file } of loose) {
    await yieldToEventLoop();
    const found = { oid, place: file, isPacked: false };
    const object = isWanted(found) ? readSound(gitDir, found) : undefined;
    if (object !== undefined) yield { ...object, ...found };
  }
}

function readSound(gitDir: string, { oid, place }: ObjectPlace): StoredObject | undefined {
  try {
    return readLoose(gitDir, oid);
  } catch (cause) {
    const fix = "run `git fsck`; where nothing names that object, delete its file";
    throw blocked(`object ${oid} is damaged (${place})`, fix, cause);
  }
}

/** The same without what the objects hold, none of which is read. */
export async function listObjects(gitDir: string): Promise<readonly ObjectPlace[]> {
  const packs = openPacks(gitDir, () => undefined);
  try {
    const packed = [...packs.list()].flatMap(([place, oids]) =>
      oids.map((oid) => ({ oid, place, isPacked: true })),
    );
    const loose = await listLoose(gitDir);
    return [...packed, ...loose.map(({ oid, file }) => ({ oid, place: file, isPacked: false }))];
  } finally {
    packs.close();
  }
}
