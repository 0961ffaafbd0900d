import { isOtherOccasion } from "../language/read/tells-event.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import { type DigestLine, logBlock } from "../vault/log/digest-log.ts";
import { touchRecentIndex } from "../vault/log/recent-index.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { Plan, PlannedWrite } from "./plan.ts";
import { type Written, writeEntries } from "./write-entries.ts";

/** What became of a step of a plan, as it stands in its file. */
export type Done =
  | Exclude<Plan["steps"][number], PlannedWrite>
  | {
      readonly type: "learned" | "replaced" | "known";
      readonly text: string;
      readonly file: string;
      readonly planned: PlannedWrite;
    };

/**
 * Writes what a plan says: entries, recent topics, the block in the digest log, in that order. Each step is there once
 * however often it is begun, so that a plan can be applied again from its start after a crash.
 */
export async function applyPlan(
  changeFile: ChangeFile,
  plan: Plan,
  { defaultBank, recent }: { readonly defaultBank: string; readonly recent: { max: number } },
): Promise<readonly Done[]> {
  const { agent, time, steps } = plan;
  const writes = steps.filter((step) => step.type === "write");
  const applied = new Map<PlannedWrite, Written | undefined>();
  for (const [name, own] of Map.groupBy(writes, (step) => step.path)) {
    const path = toTopicPath(name);
    const made = plan.newTopics.find((topic) => topic.path === name);
    const title = made?.title ?? placeOf(path).topic;
    const today = time.slice(0, 10);
    const file = {
      path,
      title,
      summary: made?.summary,
      today,
      defaultBank,
      agent,
      isOtherOccasion,
    };
    const { results, summary } = await writeEntries(changeFile, file, own);
    own.forEach((planned, i) => void applied.set(planned, results[i]));
    if (results.every(({ status }) => status === "known")) continue;
    const topic = { path, summary, time: time.slice(0, 19), agent };
    await touchRecentIndex(changeFile, topic, recent.max);
  }
  const done = steps.map((planned): Done => {
    if (planned.type !== "write") return planned;
    const { status = "known", text = planned.text } = applied.get(planned) ?? {};
    return { type: status === "saved" ? "learned" : status, text, file: planned.path, planned };
  });
  const lines = done.flatMap(toLine);
  if (lines.length > 0) {
    const { resolved, conversation: session } = plan;
    const summary = redactKeys(resolved.summary);
    const block = { ...plan, session, topic: resolved.topic, summary, lines };
    await logBlock(changeFile, block, { agent });
  }
  return done;
}

/** No log names what is secret, which names its conversation itself; a key stands in its memory alone. */
function toLine(step: Done): DigestLine | [] {
  const text = redactKeys(step.text);
  if (step.type === "kept") return { ...step, text };
  if (step.type === "saved") return step.isInLog ? [] : { type: "learned", text, file: step.file };
  if (!("planned" in step)) return { type: "known", text };
  const { type, file, planned } = step;
  const { said, replaces, fields } = planned;
  if (fields.sensitivity === "secret") return [];
  if (type === "known") return { type, text };
  const quote = said === "" ? {} : { said };
  return type === "replaced" && replaces !== null
    ? { type, text, file, was: redactKeys(replaces.text), ...quote }
    : { type: "learned", text, file, ...quote };
}
