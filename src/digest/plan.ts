import { redactKeys } from "../session/private-data/redact.ts";
import type { Resolved } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import { type DigestBlock, type DigestLine, logBlock } from "../vault/log/digest-log.ts";
import { touchRecentIndex } from "../vault/log/recent-index.ts";
import type { TopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import { type NewEntry, writeEntries } from "./write-entries.ts";

/** What became of one memory. */
export interface Outcome {
  /** `known`: it stands there already; `saved`: while the conversation went on; `kept`: all is as it was. */
  readonly status: "learned" | "replaced" | "known" | "saved" | "kept";
  readonly text: string;
  readonly file?: string;
  /** Of what is kept, as the log has it. */
  readonly reason?: string;
}

export interface PlannedWrite extends NewEntry {
  readonly file: TopicPath;
  /** Of a topic that is to be made. */
  readonly title?: string | undefined;
  readonly summary?: string;
  /** The person's own words, or ''. */
  readonly said: string;
}

/** What a digestion is going to do, decided once: however often it is begun, it does the same. */
export interface Plan {
  readonly version: 3;
  readonly block: Omit<DigestBlock, "lines" | "topic" | "summary">;
  readonly writes: readonly PlannedWrite[];
  /** Of all that is not written. What is secret and names its conversation itself needs no log. */
  readonly others: readonly (Outcome & { readonly isSecret?: boolean })[];
  readonly resolved: Omit<Resolved, "session" | "person" | "at">;
}

/** The plan that was kept; one of another form is made again from the conversation, which is still there. */
export function readPlan(kept: string | null): Plan | undefined {
  const plan: Plan | null = kept === null ? null : JSON.parse(kept);
  return plan?.version === 3 ? plan : undefined;
}

/**
 * Writes what a plan says: entries, recent topics, the block in the digest log, in that order. Each step is there once
 * however often it is begun, so that a plan can be applied again from its start after a crash.
 */
export async function applyPlan(
  changeFile: ChangeFile,
  { block, writes, others, resolved }: Plan,
  { defaultBank, recent }: Pick<Settings, "defaultBank" | "recent">,
) {
  const { agent, time } = block;
  const done: Outcome[] = [];
  const lines: DigestLine[] = [];
  for (const [path, own] of Map.groupBy(writes, ({ file }) => file)) {
    const made = { title: own[0]?.title, summary: own[0]?.summary };
    const file = { path, ...made, today: time.slice(0, 10), defaultBank, agent };
    const { results, summary } = await writeEntries(changeFile, file, own);
    for (const [i, { status, text }] of results.entries()) {
      const one = { status: status === "saved" ? "learned" : status, text, file: path } as const;
      done.push(one);
      lines.push(...toLines(one, own[i]));
    }
    if (results.every(({ status }) => status === "known")) continue;
    await touchRecentIndex(changeFile, { path, summary, time: time.slice(0, 19) }, recent.max);
  }
  for (const { isSecret, ...one } of others) {
    done.push(one);
    if (isSecret !== true) lines.push(...toLines(one));
  }
  const { topic, summary } = resolved;
  if (lines.length > 0)
    await logBlock(changeFile, { ...block, topic, summary: redactKeys(summary), lines });
  return done;
}

/** No log names what is secret, which names its conversation itself; a key stands in its memory alone. */
function toLines(
  { status, file = "", reason = "", ...one }: Outcome,
  { fields, said, replaces }: Partial<PlannedWrite> = {},
): DigestLine[] {
  const text = redactKeys(one.text);
  if (fields?.sensitivity === "secret") return [];
  if (status === "known") return [{ type: status, text }];
  if (status === "kept") return [{ type: status, text, reason }];
  const line = { text, file, ...(said && { said }) };
  return status === "replaced" && replaces
    ? [{ ...line, type: status, was: redactKeys(replaces.text) }]
    : [{ ...line, type: "learned" }];
}

/** Whether a memory that an event names was saved in this session: its line says so, or the event where it does not. */
export const isSavedIn = (
  session: string,
  { isNew }: { readonly isNew?: boolean | undefined },
  source: string | undefined,
): boolean => (source === undefined ? isNew === true : source === session);

/** The mark of a text that a person forgot, or anybody: what another person said in the same words stays. */
export const markOf = (text: string, person: string | null): string =>
  person === null ? text : `@${person} ${text}`;
