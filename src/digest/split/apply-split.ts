import { removeEntries } from "../../vault/edit/edit-topic.ts";
import { placeOf, type TopicPath } from "../../vault/paths.ts";
import { parseTopic } from "../../vault/topic/parse-topic.ts";
import { countLines, toLines } from "../../vault/write/byte-lines.ts";
import { type ChangeFile, type ChangeNote, unlessChanged } from "../../vault/write/change-file.ts";
import type { SplitPlan } from "./split-plan.ts";

type Bytes = Uint8Array | null;

/**
 * Carries out a plan that is kept on disk; the vault's lock is held. First the new files, then the old one gives its
 * entries up: a crash in between leaves an entry in two files and never in none, and the next start comes here again.
 * False where a file was changed meanwhile: then the new ones are taken back.
 */
export async function applySplit(changeFile: ChangeFile, plan: SplitPlan): Promise<boolean> {
  const made = plan.files.filter(({ path }) => path !== plan.path);
  const isDone = await unlessChanged(() => carryOut(changeFile, plan, made));
  if (!isDone) for (const file of made) await takeBack(changeFile, file);
  return isDone;
}

/** False where a file is not what the plan goes by. */
async function carryOut(
  changeFile: ChangeFile,
  { path, before, files }: SplitPlan,
  made: SplitPlan["files"],
): Promise<boolean> {
  const replace = (file: TopicPath, old: Bytes, next: Bytes): Promise<boolean> =>
    changeFile(
      file,
      (bytes) =>
        isSame(bytes, old) ? { bytes: next, result: true } : { bytes, result: isSame(bytes, next) },
      () => [noteOf(file, old === null ? "created" : "derived")],
    );
  const old = await changeFile(
    path,
    (bytes) => ({ bytes, result: bytes }),
    () => [],
  );
  if (!isSame(old, before)) return isCut(old, before, made);
  for (const file of made) if (!(await replace(file.path, null, file.bytes))) return false;
  return replace(path, before, files.find((file) => file.path === path)?.bytes ?? null);
}

/** What others wrote into a new file since stays. */
const takeBack = (changeFile: ChangeFile, { path, bytes: made }: SplitPlan["files"][number]) =>
  changeFile(
    path,
    (bytes) => {
      if (bytes === null || isSame(bytes, made)) return { bytes: null, result: undefined };
      const ids = parseTopic(path, made).entries.map(({ id }) => id);
      return { bytes: removeEntries(bytes, ids).bytes, result: undefined };
    },
    () => [noteOf(path, "derived")],
  );

const noteOf = (path: TopicPath, op: ChangeNote["op"]): ChangeNote => ({
  path,
  topic: placeOf(path).topic,
  op,
});

/**
 * True when the old file has given its entries up before a crash: it does so last of all, and what is there now was
 * written since. A file that has half of what moved was changed before its turn came.
 */
function isCut(old: Bytes, before: Uint8Array, made: SplitPlan["files"]): boolean {
  if (old === null) return true;
  const [had, has] = [before, old].map((bytes) => countLines(toLines(bytes)));
  const moved = made.flatMap(({ bytes }) => toLines(bytes).filter((line) => had?.has(line)));
  return moved.filter((line) => has?.has(line)).length < moved.length / 2;
}

const isSame = (bytes: Bytes, other: Bytes): boolean =>
  bytes === other || (bytes !== null && other !== null && Buffer.compare(bytes, other) === 0);
