import { LociError } from "../errors.ts";
import { type Change, type ChangeFile, changedMeanwhile } from "../vault/change-file.ts";
import { appendDigestBlock } from "../vault/digest-log.ts";
import { appendWords, newTopic, removeEntry } from "../vault/edit-topic.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { logPath, placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Topic } from "../vault/topic.ts";
import { type ArchiveStep, leavingBy, type UpkeepPlan, type UpkeepStep } from "./plan-schema.ts";
import { linesOf, wordsOf } from "./vault-state.ts";

/** Who a run's commit is by: it is one of its own, whatever else is written meanwhile. */
const upkeepAgent = "upkeep";

/**
 * Carries out a plan, file by file: first the archive gets the lines, then the file gives them up, and gets their summary
 * in the same write, so that a crash leaves a line in two files and never in none. Each step is there once however often it
 * is begun. Returns the steps whose lines left their files; a line that was changed meanwhile stays, and all of its cluster.
 */
export async function applyPlan(
  changeFile: ChangeFile,
  plan: UpkeepPlan,
  readTopic: (path: TopicPath) => Topic | undefined,
): Promise<readonly UpkeepStep[]> {
  const done: UpkeepStep[] = [];
  for (const [name, steps] of Map.groupBy(plan.steps, ({ file }) => file)) {
    const path = toTopicPath(name);
    const like = readTopic(path);
    if (like === undefined) continue; // It went meanwhile, with its lines.
    const texts = new Set(like.entries.map(({ text }) => text));
    const open = steps.filter(
      (step) => step.type === "archive" || step.originals.every(({ text }) => texts.has(text)),
    );
    for (const [archive, own] of Map.groupBy(open.flatMap(leavingBy), (step) => step.archive)) {
      await archiveLines(changeFile, { archive: toArchive(archive), steps: own, like, plan });
    }
    const { topic } = placeOf(path);
    const gone = await changeFile(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const { rest, gone, added } = carryOut(path, bytes, open);
        return { bytes: rest, added, result: gone };
      },
      (bytes) =>
        carryOut(path, bytes ?? new Uint8Array(), open)
          .gone.flatMap(leavingBy)
          .map(() => ({ path, topic, op: "archived", agent: upkeepAgent })),
    );
    done.push(...gone);
  }
  if (done.length > 0) await logRun(changeFile, { ...plan, steps: done });
  return done;
}

/** A plan is a file on disk: none makes a run write elsewhere. */
function toArchive(name: string): TopicPath {
  const path = toTopicPath(name);
  if (placeOf(path).archived) return path;
  throw new LociError("BAD_INPUT", `Cannot archive into "${name}": it is not below archive/`);
}

interface Archiving {
  readonly archive: TopicPath;
  readonly steps: readonly ArchiveStep[];
  /** The file that the lines are from. */
  readonly like: Topic;
  readonly plan: UpkeepPlan;
}

async function archiveLines(
  changeFile: ChangeFile,
  { archive, steps, like: { title, frontmatter }, plan }: Archiving,
): Promise<void> {
  const { tags, bank } = frontmatter;
  const created = plan.time.slice(0, 10);
  await changeFile(
    archive,
    (bytes) => addLines(bytes ?? newTopic({ title, tags, bank, created }), steps),
    () => [{ path: archive, topic: placeOf(archive).topic, op: "derived", agent: upkeepAgent }],
  );
}

/** Pure: the archive with the lines that it does not hold yet. */
function addLines(
  before: Uint8Array,
  steps: readonly ArchiveStep[],
): ReturnType<Change<undefined>> {
  const there = linesOf(before).map((line) => line.replace(/^[-*+] /, ""));
  let bytes = before;
  const added: string[] = [];
  for (const { archived } of steps) {
    const at = there.indexOf(archived);
    if (at >= 0) {
      there.splice(at, 1); // From a run that was killed.
      continue;
    }
    const next = appendWords(bytes, () => archived);
    bytes = next.bytes;
    added.push(next.written);
  }
  return { bytes, added, result: undefined };
}

interface CarriedOut {
  readonly rest: Uint8Array;
  readonly gone: readonly UpkeepStep[];
  /** The new lines. */
  readonly added: readonly string[];
}

/** Pure: the file after each step whose lines still stand there as they did when the plan was made, and can go. */
export function carryOut(
  path: TopicPath,
  bytes: Uint8Array,
  steps: readonly UpkeepStep[],
): CarriedOut {
  let rest = bytes;
  const gone: UpkeepStep[] = [];
  const added: string[] = [];
  for (const step of steps) {
    try {
      const left = removeLines(path, rest, leavingBy(step));
      if (left === undefined) continue;
      if (step.type === "summarize") {
        const next = appendWords(left, () => step.words);
        rest = next.bytes;
        added.push(next.written);
      } else rest = left;
      gone.push(step);
    } catch (error) {
      if (!(error instanceof LociError)) throw error; // What stands around it would change its meaning.
    }
  }
  return { rest, gone, added };
}

/** Pure: the file without these lines; undefined where one of them does not stand there. Throws LociError where one cannot go. */
function removeLines(
  path: TopicPath,
  bytes: Uint8Array,
  steps: readonly ArchiveStep[],
): Uint8Array | undefined {
  let rest = bytes;
  for (const { words } of steps) {
    const lines = linesOf(rest);
    const entry = parseTopic(path, rest).entries.find((one) => wordsOf(one, lines) === words);
    if (entry === undefined) return undefined;
    rest = removeEntry(rest, entry.id);
  }
  return rest;
}

/** In numbers, as edits by hand are. */
async function logRun(changeFile: ChangeFile, { time, steps }: UpkeepPlan): Promise<void> {
  const path = logPath(time.slice(0, "2026-02".length));
  const lines = [...Map.groupBy(steps, ({ file }) => file)].map(([file, own]) => ({
    ...{ type: "changed" as const, file, what: `archived ${own.flatMap(leavingBy).length}` },
  }));
  const block = {
    ...{ time, topic: "", summary: "Upkeep", lines, session: "", agent: "" },
    ...{ person: null, modes: [], languages: [] },
  };
  await changeFile(
    path,
    (bytes) => ({ bytes: appendDigestBlock(bytes, block), result: undefined }),
    () => [{ path, topic: placeOf(path).topic, op: "derived", agent: upkeepAgent }],
  );
}
