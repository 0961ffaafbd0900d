import { isOtherOccasion } from "../language/read/tells-event.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import type { ChangeFile } from "../vault/change-file.ts";
import { appendDigestBlock, type DigestLine } from "../vault/digest-log.ts";
import { logPath, placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { type TouchedTopic, touchRecentIndex } from "../vault/recent-index.ts";
import type { Plan, PlannedWrite } from "./plan.ts";
import { type NewEntry, type Written, writeEntries } from "./write-entries.ts";

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
export async function applyPlan(ports: ApplyPorts, plan: Plan): Promise<readonly AppliedWrite[]> {
  const writes = plan.steps.filter((step) => step.type === "write");
  const applied = new Map<PlannedWrite, Written>();
  const touched: TouchedTopic[] = [];
  const { agent } = plan;
  const { changeFile, defaultBank } = ports;
  for (const name of new Set(writes.map(({ path }) => path))) {
    const path = toTopicPath(name);
    const own = writes.filter((write) => write.path === name);
    const { results, summary } = await writeEntries(
      changeFile,
      {
        ...fileOf(path, plan),
        defaultBank,
        agent,
        isOtherOccasion,
        isResumable: true,
      },
      own.map(toEntry),
    );
    own.forEach((write, i) => {
      const written = results[i];
      if (written !== undefined) applied.set(write, written);
    });
    const time = plan.time.slice(0, 19);
    if (results.some(({ status }) => status !== "known")) {
      touched.push({ path, summary, time, agent });
    }
  }
  for (const topic of touched) await touchRecentIndex(ports.changeFile, topic, ports.recentMax);
  const lines = linesOf(plan, applied);
  if (lines.length > 0) await log(ports, plan, lines);
  return writes.flatMap((planned) => {
    const written = applied.get(planned);
    return written === undefined ? [] : { planned, written };
  });
}

function fileOf(path: TopicPath, { newTopics, time }: Plan) {
  const today = time.slice(0, 10);
  const newTopic = newTopics.find((topic) => topic.path === path);
  if (newTopic !== undefined) {
    const { title, summary } = newTopic;
    return { path, title, today, ...(summary === "" ? {} : { summary }) };
  }
  return { path, title: path.slice(path.lastIndexOf("/") + 1, -".md".length), today };
}

function toEntry({ text, date, fields, tags, replaces }: PlannedWrite): NewEntry {
  const draft = { text, date, fields, tags };
  return replaces === null ? { draft } : { draft, replaces };
}

async function log(ports: ApplyPorts, plan: Plan, lines: readonly DigestLine[]): Promise<void> {
  const path = logPath(plan.time.slice(0, 7));
  const block = {
    time: plan.time,
    topic: plan.resolved.topic,
    summary: redactKeys(plan.resolved.summary),
    lines: lines.map(withoutKeys),
    session: plan.conversation,
    agent: plan.agent,
    person: plan.person,
    modes: plan.modes,
    languages: plan.languages,
  };
  await ports.changeFile(
    path,
    (bytes) => ({ bytes: appendDigestBlock(bytes, block), result: undefined }),
    () => [{ path, topic: placeOf(path).topic, op: "derived", agent: plan.agent }],
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

const linesOf = (plan: Plan, applied: ReadonlyMap<PlannedWrite, Written>): DigestLine[] =>
  plan.steps.flatMap((step): DigestLine | [] => {
    if (step.type === "write") return lineOf(step, applied.get(step));
    if (step.type === "kept") return step;
    if (step.type === "known") return { type: "known", text: step.text };
    return step.isInLog ? [] : { type: "learned", text: step.text, file: step.file };
  });

/** As it stands in the file: by these words its line is found here. What is secret names its conversation itself. */
function lineOf(step: PlannedWrite, written: Written | undefined): DigestLine | [] {
  const { path: file, said, replaces, fields } = step;
  if (fields.sensitivity === "secret") return [];
  const text = written?.text ?? step.text;
  if (written?.status === "known") return { type: "known", text };
  const quote = said === "" ? {} : { said };
  return written?.status === "replaced" && replaces !== null
    ? { type: "replaced", text, file, was: replaces.text, ...quote }
    : { type: "learned", text, file, ...quote };
}
