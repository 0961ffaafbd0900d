import { LociError } from "../errors.ts";
import { appendAll, newTopic, removeEntries } from "../vault/edit/edit-topic.ts";
import { strikeEntry } from "../vault/edit/entry-fields.ts";
import { changeBlock, logBlock } from "../vault/log/digest-log.ts";
import { orNone } from "../vault/or-none.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { linesOf } from "../vault/vault-text.ts";
import { type Change, type ChangeFile, changedMeanwhile } from "../vault/write/change-file.ts";
import { readNote } from "../vault/write/read-settled.ts";
import {
  type ArchiveStep,
  leavingBy,
  lostBy,
  type StrikeStep,
  type SummarizeStep,
  type UpkeepStep,
} from "./steps.ts";
import { unmarked, wordsOf } from "./vault-state.ts";

/** Who a run's commit is by: it is one of its own, whatever else is written meanwhile. */
export const upkeepAgent = "upkeep";

/** What was left alone, in one scope, with the reason. */
export interface Refused {
  readonly task: string;
  readonly scope: string;
  readonly reason: string;
}

/** What a run carries out. */
interface Run {
  /** Local time with its offset. */
  readonly time: string;
  readonly steps: readonly UpkeepStep[];
  /** Of the vault. */
  readonly root: string;
}

/**
 * Carries out steps, file by file: first the archive gets the lines, then the file gives them up, and gets their
 * summary in the same write, so that a crash leaves a line in two files and never in none, and the run can be begun
 * again. A line that was changed since stays with all of its cluster, and so do those of a file that cannot be written,
 * or whose archive cannot. What a summary stands for in other files goes when it is there; `lookForLeftovers` finds what
 * a killed run left.
 */
export async function applySteps(changeFile: ChangeFile, run: Run) {
  const refused: Refused[] = [];
  const move = async (all: readonly UpkeepStep[]): Promise<readonly UpkeepStep[]> => {
    const moved: UpkeepStep[] = [];
    for (const [name, steps] of Map.groupBy(all, ({ file }) => file)) {
      const path = toTopicPath(name);
      try {
        moved.push(...(await moveLines(changeFile, path, { ...run, steps })));
      } catch (error) {
        if (!(error instanceof LociError)) throw error;
        const reason = `${name} was left alone: ${error.message}`;
        refused.push({ task: steps[0]?.task ?? "", scope: placeOf(path).scope, reason });
      }
    }
    return moved;
  };
  const here = await move(
    run.steps.filter((step) => step.type !== "summarize" || stand(run, step)),
  );
  const gone = new Set(
    await move(here.flatMap((step) => leavingBy(step).filter(({ file }) => file !== step.file))),
  );
  const done = here.map((step) => {
    if (step.type !== "summarize") return step;
    const { file, originals } = step;
    return { ...step, originals: originals.filter((one) => one.file === file || gone.has(one)) };
  });
  if (done.length > 0) await logRun(changeFile, run.time, done);
  return { done, refused };
}

/** Whether all that it stands for is still where it was, each in its file. */
const stand = ({ root }: Run, { originals }: SummarizeStep): boolean =>
  [...Map.groupBy(originals, ({ file }) => file)].every(([file, own]) => {
    const path = toTopicPath(file);
    return idsOf(path, readNote(root, path) ?? new Uint8Array(), own).size === own.length;
  });

/** `steps`: those of this file. */
async function moveLines(
  changeFile: ChangeFile,
  path: TopicPath,
  { steps, time, root }: Run,
): Promise<readonly UpkeepStep[]> {
  const seen = readNote(root, path);
  if (seen === undefined) return [];
  // What was forgotten since is not brought back.
  const leaving = carryOut(path, seen, steps).gone.flatMap(leavingBy);
  for (const [name, lines] of Map.groupBy(leaving, (step) => step.archive)) {
    const archive = toTopicPath(name);
    const from = toTopicPath(name.slice("archive/".length));
    const { title, frontmatter } = parseTopic(from, readNote(root, from) ?? new Uint8Array());
    const { tags, bank } = frontmatter;
    await changeFile(archive, (bytes) => {
      const before = bytes ?? newTopic({ title, tags, bank, created: time.slice(0, 10) });
      return { bytes: withLines(before, lines), result: null, ops: ["derived"] };
    });
  }
  const giveUp: Change<readonly UpkeepStep[]> = (bytes) => {
    if (bytes === null) throw changedMeanwhile(path);
    const { rest, gone } = carryOut(path, bytes, steps);
    const lost = gone.flatMap(lostBy).filter(({ file }) => file === path);
    const ops = lost.map(({ type }) => (type === "strike" ? "replaced" : "archived"));
    return { bytes: rest, result: gone, ops };
  };
  return changeFile(path, giveUp, upkeepAgent);
}

/** Pure: the file after each step whose lines still stand there as they did when the plan was made, and can go. */
export function carryOut(path: TopicPath, bytes: Uint8Array, steps: readonly UpkeepStep[]) {
  const single = steps.flatMap((step) => (step.type === "archive" ? step : []));
  const ids = idsOf(path, bytes, single);
  const { bytes: left, removed } = removeEntries(bytes, [...ids.keys()]);
  const gone: UpkeepStep[] = [...ids].flatMap(([id, step]) => (removed.has(id) ? step : []));
  let rest: Uint8Array = left;
  for (const step of steps) {
    if (step.type === "archive") continue;
    const next = step.type === "strike" ? struck(path, rest, step) : withSummary(path, rest, step);
    if (next === undefined) continue;
    rest = next;
    gone.push(step);
  }
  return { rest, gone };
}

/** Pure: the file with a summary for its originals; undefined where one of its own does not stand there, or cannot go. */
function withSummary(
  path: TopicPath,
  bytes: Uint8Array,
  { originals, words }: SummarizeStep,
): Uint8Array | undefined {
  const own = originals.filter(({ file }) => file === path);
  const { bytes: rest, removed } = removeEntries(bytes, [...idsOf(path, bytes, own).keys()]);
  return removed.size < own.length ? undefined : orNone(() => appendAll(rest, [() => words]));
}

/** Pure: the file with a line struck; undefined where it does not stand there, or cannot be struck. */
function struck(
  path: TopicPath,
  bytes: Uint8Array,
  { words, by }: StrikeStep,
): Uint8Array | undefined {
  const lines = linesOf(bytes);
  const old = parseTopic(path, bytes).entries.find((entry) => wordsOf(entry, lines) === words);
  return old && orNone(() => strikeEntry(bytes, old.id, by));
}

/** Pure: the archive with the lines that it does not hold yet. */
function withLines(before: Uint8Array, steps: readonly ArchiveStep[]): Uint8Array {
  const there = linesOf(before).map(unmarked);
  const missing = steps.flatMap(({ archived }) => {
    const at = there.indexOf(archived);
    if (at >= 0) there.splice(at, 1); // From a run that was killed.
    return at < 0 ? [() => archived] : [];
  });
  return appendAll(before, missing);
}

/** Pure: the ids of the entries that still are what steps saw; of the same words, what stands under no heading, and no more than are to leave. */
function idsOf(
  path: TopicPath,
  bytes: Uint8Array,
  steps: readonly ArchiveStep[],
): ReadonlyMap<string, ArchiveStep> {
  const lines = linesOf(bytes);
  const byWords = Map.groupBy(parseTopic(path, bytes).entries, (entry) => wordsOf(entry, lines));
  const found = [...Map.groupBy(steps, ({ words }) => words)].flatMap(([words, own]) => {
    const free = (byWords.get(words) ?? []).filter(({ headings }) => headings.length === 0);
    return free.slice(0, own.length).flatMap(({ id }, i) => {
      const step = own[i];
      return step === undefined ? [] : [[id, step] as const];
    });
  });
  return new Map(found);
}

function countsOf(lost: ReturnType<typeof lostBy>): string {
  const struck = lost.filter(({ type }) => type === "strike").length;
  const archived = lost.length - struck;
  const counts = [archived > 0 && `archived ${archived}`, struck > 0 && `struck ${struck}`];
  return counts.filter((count) => count !== false).join(", ");
}

/** In numbers, as edits by hand are. */
async function logRun(
  changeFile: ChangeFile,
  time: string,
  steps: readonly UpkeepStep[],
): Promise<void> {
  const lines = [...Map.groupBy(steps.flatMap(lostBy), ({ file }) => file)].map(([file, own]) => ({
    type: "changed" as const,
    file,
    what: countsOf(own),
  }));
  const block = changeBlock({ time, topic: "", summary: "Upkeep", lines });
  await logBlock(changeFile, block);
}
