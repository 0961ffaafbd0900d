import { isOtherOccasion } from "../language/read/tells-event.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import { type DigestLine, logBlock } from "../vault/log/digest-log.ts";
import { touchRecentIndex } from "../vault/log/recent-index.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { Plan, PlannedWrite, PlanStep } from "./plan.ts";
import { type Written, writeEntries } from "./write-entries.ts";

/** A step of a plan, with what became of it where it was an entry to write. */
export type Done =
  | Exclude<PlanStep, PlannedWrite>
  | (Omit<PlannedWrite, "type"> & { readonly type: "learned" | "replaced" | "known" });

/**
 * Writes what a plan says: entries, recent topics, the block in the digest log, in that order. Each step is there once
 * however often it is begun, so that a plan can be applied again from its start after a crash.
 */
export async function applyPlan(
  changeFile: ChangeFile,
  plan: Plan,
  { defaultBank, recent }: { readonly defaultBank: string; readonly recent: { max: number } },
): Promise<readonly Done[]> {
  const { agent, time, steps, newTopics, resolved } = plan;
  const writes = steps.filter((step) => step.type === "write");
  const written = new Map<PlanStep, Written | undefined>();
  for (const [name, own] of Map.groupBy(writes, ({ file }) => file)) {
    const path = toTopicPath(name);
    const made = newTopics.find((topic) => topic.path === name);
    const today = time.slice(0, 10);
    const by = { today, defaultBank, agent, isOtherOccasion };
    const file = { path, title: made?.title, summary: made?.summary, ...by };
    const { results, summary } = await writeEntries(changeFile, file, own);
    own.forEach((step, i) => void written.set(step, results[i]));
    if (results.every(({ status }) => status === "known")) continue;
    const topic = { path, summary, time: time.slice(0, 19), agent };
    await touchRecentIndex(changeFile, topic, recent.max);
  }
  const done = steps.map((step): Done => {
    if (step.type !== "write") return step;
    const { status = "known", text = step.text } = written.get(step) ?? {};
    return { ...step, text, type: status === "saved" ? "learned" : status };
  });
  const lines = done.flatMap(toLine);
  if (lines.length > 0) {
    const { topic } = resolved;
    const said = { topic, summary: redactKeys(resolved.summary), session: plan.conversation };
    await logBlock(changeFile, { ...plan, ...said, lines }, { agent });
  }
  return done;
}

/** No log names what is secret, which names its conversation itself; a key stands in its memory alone. */
function toLine(done: Done): DigestLine | [] {
  const text = redactKeys(done.text);
  if (done.type === "kept") return { ...done, text };
  if (done.type === "saved") return done.isInLog ? [] : { type: "learned", text, file: done.file };
  if (!("fields" in done)) return { type: "known", text };
  const { type, file, said, replaces, fields } = done;
  if (fields.sensitivity === "secret") return [];
  if (type === "known") return { type, text };
  const line = { text, file, ...(said === "" ? {} : { said }) };
  return type === "replaced" && replaces !== null
    ? { ...line, type, was: redactKeys(replaces.text) }
    : { ...line, type: "learned" };
}
