import { join } from "node:path";
import { createDraft, type Disk, openDrafts, readIfThere } from "../../git/disk.ts";
import type { PurgeMarks } from "../purge/purge-marks.ts";

/** What becomes of a mark here: it is to be followed, it was refused, or nothing here holds it any more. */
type Answer = "yes" | "no" | "done";

/** Where git's folder is, to be written to. */
interface Place {
  readonly disk: Disk;
  readonly repository: { readonly gitDir: string };
}

const fileOf = ({ repository }: Pick<Place, "repository">): string =>
  join(repository.gitDir, "loci", "purged");

/** The marks that have an answer, and this one. */
export async function marksWith(
  answer: Answer,
  place: Pick<Place, "repository">,
): Promise<PurgeMarks> {
  const bytes = await readIfThere(fileOf(place), { maxBytes: 2 ** 28 });
  const lines = bytes?.toString("latin1").matchAll(/^(?:(yes|no) )?(\S+ x [0-9a-f]{64})$/gm) ?? [];
  return new Set(
    [...lines].flatMap(([, word = "done", mark = ""]) => (word === answer ? mark : [])),
  );
}

/** Keeps an answer. "yes" for a purge that begins here, so that nobody is asked. */
export async function answerPurge(place: Place, marks: PurgeMarks, answer: Answer): Promise<void> {
  const lines: string[] = [];
  for (const one of ["done", "no", "yes"] as const) {
    const before = [...(await marksWith(one, place))].filter((mark) => !marks.has(mark));
    const prefix = one === "done" ? "" : `${one} `;
    lines.push(...before.map((mark) => prefix + mark));
    if (one === answer) lines.push(...Array.from(marks, (mark) => prefix + mark));
  }
  await writeNote(place, fileOf(place), lines.join("\n"));
}

/** Writes a small file of ours in git's folder. */
export async function writeNote(place: Place, file: string, text: string): Promise<void> {
  const { disk, repository } = place;
  await openDrafts(disk, repository.gitDir);
  await disk.rename(await createDraft(disk, repository.gitDir, Buffer.from(`${text}\n`)), file);
}
