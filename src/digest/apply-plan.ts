import { isOtherOccasion } from "../language/read/tells-event.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import { type DigestLine, logBlock } from "../vault/log/digest-log.ts";
import { touchRecentIndex } from "../vault/log/recent-index.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { Plan, PlannedWrite } from "./plan.ts";
import { type Written, writeEntries } from "./write-entries.ts";

/** A step of a plan that is done, as it stands in its file. What is secret names its conversation itself, and no log does. */
export type Done =
  | Exclude<Plan["steps"][number], PlannedWrite>
  | {
      readonly type: "learned" | "replaced" | "known";
      readonly text: string;
      readonly file: string;
      readonly planned: PlannedWrite;
    };

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
): Promise<readonly Done[]> {
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
  const done = plan.steps.map((step): Done => {
    if (step.type !== "write") return step;
    const { status, text } = applied.get(step) ?? { status: "known", text: step.text };
    const type = status === "saved" ? "learned" : status;
    return { type, text, file: step.path, planned: step };
  });
  const lines = done.flatMap(toLine);
  if (lines.length > 0) await log(changeFile, plan, lines);
  return done;
}

function toLine(step: Done): DigestLine | [] {
  if (step.type === "kept") return step;
  const { type, text, file } = step;
  if (type === "saved") return step.isInLog ? [] : { type: "learned", text, file };
  if (!("planned" in step)) return { type: "known", text };
  const { said, replaces, fields } = step.planned;
  if (fields.sensitivity === "secret") return [];
  const quote = said === "" ? {} : { said };
  if (type === "known") return { type, text };
  return type === "replaced" && replaces !== null
    ? { type, text, file, was: replaces.text, ...quote }
    : { type: "learned", text, file, ...quote };
}

async function log(
  changeFile: ChangeFile,
  plan: Plan,
  lines: readonly DigestLine[],
): Promise<void> {
  const { time, agent, person, modes, languages, resolved, conversation: session } = plan;
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
  await logBlock(changeFile, block, { agent });
}

/** A key stands in its memory alone: the log, which every later conversation writes to, would wait with it. */
function withoutKeys(line: DigestLine): DigestLine {
  if (line.type === "changed") return line;
  const text = redactKeys(line.text);
  return line.type === "replaced"
    ? { ...line, text, was: redactKeys(line.was) }
    : { ...line, text };
}
