import type { Loci } from "../src/app/loci.ts";
import { undoLast } from "../src/memory/undo.ts";

/** Takes the last step of anybody back. */
export async function undo({ vault, conversations }: Loci): ReturnType<typeof undoLast> {
  return undoLast(vault, (await conversations.open()).db.sessions, { allPeople: true });
}
