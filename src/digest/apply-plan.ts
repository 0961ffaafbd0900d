import { isOtherOccasion } from "../language/read/tells-event.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import type { ChangeFile } from "../vault/change-file.ts";
import { appendDigestBlock, type DigestLine } from "../vault/digest-log.ts";
import { logPath, placeOf, toTopicPath } from "../vault/paths.ts";
import { touchRecentIndex } from "../vault/recent-index.ts";
import type { Plan, PlannedWrite } from "./plan.ts";
import { type Written, writeEntries } from "./write-entries.ts";

/** A step of a plan that is on disk. */
export interface AppliedWrite {
  readonly planned: PlannedWrite;
  readonly written: Written;
}

/** What applying needs. */
export interface ApplyPorts {
  readonly changeFile: ChangeFile;
  readonly defaultBank: string;
  /** Most lines of a list of recent topics. */
  readonly recentMax: number;
}

/**
 * Writes what a plan says: entries, recent topics, the block in the digest log, in that order. Each step is there once
 * however often it is begun, so that a plan can be applied again from its start after a crash.
 */
export async function applyPlan(
  { changeFile, defaultBank, recentMax }: ApplyPorts,
  plan: Plan,
): Promise<readonly AppliedWrite[]> {
  const { agent, time } = plan;
  const writes = plan.steps.filter((step) => step.type === "write");
  const applied = new Map<PlannedWrite, Written>();
  for (const [name, own] of Map.groupBy(writes, ({ path }) => path)) {
    const path = toTopicPath(name);
    const made = plan.newTopics.find((topic) => topic.path === name);
    const { results, summary } = await writeEntries(
      changeFile,
      {
        path,
        title: made?.title ?? placeOf(path).topic,
        ...(made === undefined || made.summary === "" ? {} : { summary: made.summary }),
        today: time.slice(0, 10),
        defaultBank,
        agent,
        isOtherOccasion,
        isResumable: true,
      },
      own.map(({ text, date, fields, tags, replaces }) => ({
        draft: { text, date, fields, tags },
        ...(replaces === null ? {} : { replaces }),
      })),
    );
    own.forEach((planned, i) => {
      const written = results[i];
      if (written !== undefined) applied.set(planned, written);
    });
    if (results.some(({ status }) => status !== "known")) {
      await touchRecentIndex(
        changeFile,
        { path, summary, time: time.slice(0, 19), agent },
        recentMax,
      );
    }
  }
  const lines = plan.steps.flatMap((step): DigestLine | [] => {
    if (step.type === "write") return lineOf(step, applied.get(step));
    if (step.type === "kept") return step;
    if (step.type === "known") return { type: "known", text: step.text };
    return step.isInLog ? [] : { type: "learned", text: step.text, file: step.file };
  });
  if (lines.length > 0) await log(changeFile, plan, lines);
  return writes.flatMap((planned) => {
    const written = applied.get(planned);
    return written === undefined ? [] : { planned, written };
  });
}

/** As it stands in the file: by these words its line is found here. What is secret names its conversation itself. */
function lineOf(step: PlannedWrite, written: Written | undefined): DigestLine | [] {
  const { path: file, said, replaces, fields } = step;
  const text = written?.text ?? step.text;
  if (fields.sensitivity === "secret") return [];
  if (written?.status === "known") return { type: "known", text };
  const quote = said === "" ? {} : { said };
  return written?.status === "replaced" && replaces !== null
    ? { type: "replaced", text, file, was: replaces.text, ...quote }
    : { type: "learned", text, file, ...quote };
}

async function log(
  changeFile: ChangeFile,
  plan: Plan,
  lines: readonly DigestLine[],
): Promise<void> {
  const { time, agent, person, modes, languages, resolved, conversation: session } = plan;
  const path = logPath(time.slice(0, 7));
  const block = {
    time,
    session,
    agent,
    person,
    modes,
    languages,
    topic: resolved.topic,
    summary: redactKeys(resolved.summary),
    lines: lines.map(withoutKeys),
  };
  await changeFile(
    path,
    (bytes) => ({ bytes: appendDigestBlock(bytes, block), result: undefined }),
    () => [{ path, topic: placeOf(path).topic, op: "derived", agent }],
  );
}

/** A key stands in its memory alone: the log, which every later conversation writes to, would wait with it. */
function withoutKeys(line: DigestLine): DigestLine {
  if (line.type === "changed") return line;
  const text = redactKeys(line.text);
  return line.type === "replaced"
    ? { ...line, text, was: redactKeys(line.was) }
    : { ...line, text };
}
