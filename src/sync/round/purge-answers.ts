import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { createDraft, type Disk, openDrafts, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import type { PurgeMarks } from "../purge/purge-marks.ts";

/** What becomes of a mark here: it is to be followed, it was refused, or nothing here holds it any more. */
type Answer = "yes" | "no" | "done";

/** Where git's folder is, to be written to. */
interface Place {
  readonly disk: Disk;
  readonly repository: { readonly gitDir: string };
}

const answersFile = ({ repository }: Pick<Place, "repository">): string =>
  join(repository.gitDir, "loci", "purged");

/** The answer to each mark that has one. */
export async function readAnswers(
  place: Pick<Place, "repository">,
): Promise<ReadonlyMap<string, Answer>> {
  const bytes = await readIfThere(answersFile(place), { maxBytes: 2 ** 28 });
  const text = bytes?.toString("latin1") ?? "";
  const lines = text.matchAll(/^(?:(yes|no) )?(\S+ x [0-9a-f]{64})$/gm);
  return new Map(
    Array.from(lines, ([, word, mark = ""]): [string, Answer] => [
      mark,
      word === "yes" || word === "no" ? word : "done",
    ]),
  );
}

/** Keeps an answer. "yes" for a purge that begins here, so that nobody is asked. */
export async function answerPurge(place: Place, marks: PurgeMarks, answer: Answer): Promise<void> {
  const answers = new Map(await readAnswers(place));
  for (const mark of marks) answers.set(mark, answer);
  const lines = [...answers].map(([mark, one]) => (one === "done" ? mark : `${one} ${mark}`));
  await writeNote(place, answersFile(place), lines.sort().join("\n"));
}

/** Writes a small file of ours in git's folder. */
export async function writeNote(place: Place, file: string, text: string): Promise<void> {
  const { disk, repository } = place;
  await openDrafts(disk, repository.gitDir);
  await disk.rename(await createDraft(disk, repository.gitDir, Buffer.from(`${text}\n`)), file);
}

/** A question about a purge, at a commit of the remote. */
interface Question {
  readonly tip: string;
  readonly message: string;
  readonly fix: string;
}

const questionFile = ({ repository }: Pick<Place, "repository">): string =>
  join(repository.gitDir, "loci", "purge-waits");

/** Throws the question that waits for an answer while the remote is where it was then. */
export async function checkAnswered(
  place: Pick<Place, "repository">,
  tip: string | undefined,
): Promise<void> {
  const bytes = await readIfThere(questionFile(place), { maxBytes: 65_536 });
  const [at, message = "", fix = ""] = (bytes?.toString("utf8") ?? "").trim().split("\n");
  if (tip !== undefined && at === tip) throw toRefusal({ message, fix });
}

/** Keeps a question until it is answered, and gives it as an error. */
export async function ask(place: Place, { tip, message, fix }: Question): Promise<LociError> {
  await writeNote(place, questionFile(place), [tip, message, fix].join("\n"));
  return toRefusal({ message, fix });
}

/** Forgets the question. */
export const dropQuestion = (place: Place): Promise<void> =>
  unlinkIfThere(place.disk, questionFile(place));

const toRefusal = ({ message, fix }: Omit<Question, "tip">): LociError =>
  new LociError("SYNC_FAILED", message, { data: { reason: "purged", fix } });
