import { z } from "zod";
import type { Model } from "../../models/respond.ts";
import { isSuperseded } from "../../vault/entry.ts";
import { unlocked } from "../../vault/lock.ts";
import { parseTopic, parseWithoutSecrets } from "../../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { estimateTokens } from "../extract/chunk-conversation.ts";
import { type ApplyPorts, applySplit, type SplitApplied } from "./split-apply.ts";
import { movableEntries, planSplit, type SplitPlan } from "./split-plan.ts";
import { proposeAlone, proposeSplit } from "./split-proposal.ts";

/** What a split needs from the rest of Loci. */
export interface SplitPorts extends ApplyPorts {
  /** Proposes the subtopics; undefined where they are found without a server. */
  readonly model: Model | undefined;
  /** Paths of all Markdown files of the vault, archived ones too. */
  readonly listPaths: () => readonly string[];
  /** The one split under way, on disk: durable when it resolves. */
  readonly keepPlan: (plan: string) => Promise<void>;
  readonly readPlan: () => Promise<string | undefined>;
  /** `YYYY-MM-DD`, local. */
  readonly today: () => string;
}

/** What became of a split. */
export type SplitOutcome =
  | SplitApplied
  /** Short enough, or nothing in it that could move. */
  | { readonly status: "short" }
  /** No clear groups were found: it stays one file. */
  | { readonly status: "whole" }
  | { readonly status: "failed"; readonly reason: string };

export interface SplitOptions {
  readonly splitEntries: number;
  /** Most tokens of one request. */
  readonly contextTokens: number;
}

/** More are not shown to a model; the rest stays in the general part. */
const maxEntries = 400;

/**
 * Splits a topic file of more than `splitEntries` entries into subtopics. A split that a crash interrupted is finished,
 * or taken back, first. When it resolves with `split`, every entry is on disk in exactly one of the files.
 */
export async function splitTopic(
  ports: SplitPorts,
  path: TopicPath,
  options: SplitOptions,
  signal?: AbortSignal,
): Promise<SplitOutcome> {
  await resumeSplit(ports);
  const { kind, archived } = placeOf(path);
  const bytes = await readSettled(resolveInVault(ports.vault.root, path), ports.vault.clock);
  if (kind !== "topic" || archived || bytes === null) return { status: "short" };
  const topic = parseTopic(path, bytes);
  const live = topic.entries.filter((entry) => !isSuperseded(entry));
  const isCloud = ports.model?.isCloud === true;
  const open = isCloud ? parseWithoutSecrets(path, bytes) : topic;
  const texts = new Map(open?.entries.map(({ id, text }) => [id, text]));
  // What is secret stays in the general part, where the model is elsewhere.
  const shown = movableEntries(bytes).flatMap(({ label, entry: { id } }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ label, text }];
  });
  const entries = fitting(shown, ports.model, options.contextTokens);
  if (live.length <= options.splitEntries || entries.length === 0) return { status: "short" };
  const task = { title: open?.title ?? topic.title, entries };
  const proposed = await (ports.model === undefined
    ? proposeAlone(task)
    : proposeSplit(ports.model, task, signal));
  if (proposed.type === "failure") return { status: "failed", reason: proposed.error.message };
  const plan = planSplit({
    path,
    bytes,
    proposal: proposed.answer,
    taken: ports.listPaths(),
    today: ports.today(),
  });
  if (plan === undefined) return { status: "whole" };
  return locked(ports, async (held) => {
    await held.keepPlan(stringifySplitPlan(plan));
    return applySplit(held, plan, { isResumed: false });
  });
}

/** The first entries, as many as leave room for an answer that names them all. */
function fitting(
  entries: readonly SplitEntry[],
  model: Model | undefined,
  contextTokens: number,
): readonly SplitEntry[] {
  let room = model === undefined ? Number.POSITIVE_INFINITY : contextTokens / 2;
  return entries.slice(0, maxEntries).filter(({ text }) => {
    room -= estimateTokens(text) + 20;
    return room >= 0;
  });
}

/** Finishes a split that a crash interrupted, or takes it back; undefined where there is none. Call it at the start. */
export async function resumeSplit(ports: SplitPorts): Promise<SplitApplied | undefined> {
  if ((await ports.readPlan()) === undefined) return undefined;
  return locked(ports, async (held) => {
    const kept = await held.readPlan(); // Another process may have finished it meanwhile.
    if (kept === undefined) return undefined;
    const plan = parseSplitPlan(kept);
    if (plan !== undefined) return applySplit(held, plan, { isResumed: true });
    await held.dropPlan();
    return undefined;
  });
}

/** All of it in one turn: no other writer of Loci ever sees an entry in two files. */
async function locked<T>(ports: SplitPorts, work: (held: SplitPorts) => Promise<T>): Promise<T> {
  return ports.vault.lock(() => work({ ...ports, vault: { ...ports.vault, lock: unlocked } }));
}

/** An entry as a model is shown it. */
interface SplitEntry {
  readonly label: string;
  readonly text: string;
}

const storedSchema = z.object({
  version: z.literal(1),
  path: z.string(),
  before: z.base64(),
  files: z.array(z.object({ path: z.string(), bytes: z.base64() })).min(2),
});

/** A plan as it is kept while it is carried out. */
function stringifySplitPlan(plan: SplitPlan): string {
  return JSON.stringify({
    version: 1,
    path: plan.path,
    before: toBase64(plan.before),
    files: plan.files.map(({ path, bytes }) => ({ path, bytes: toBase64(bytes) })),
  });
}

/** Reads a kept plan; undefined for one that is damaged or was not written by Loci. */
function parseSplitPlan(text: string): SplitPlan | undefined {
  try {
    const { path, before, files } = storedSchema.parse(JSON.parse(text));
    return {
      path: toPlannedPath(path),
      before: Buffer.from(before, "base64"),
      files: files.map((file) => ({
        path: toPlannedPath(file.path),
        bytes: Buffer.from(file.bytes, "base64"),
      })),
    };
  } catch {
    return undefined; // Whatever is wrong with it: the topic is as it was, or has all its parts.
  }
}

function toPlannedPath(path: string): TopicPath {
  const checked = toTopicPath(path);
  if (placeOf(checked).kind !== "topic") throw new TypeError(`"${path}" is not a topic`);
  return checked;
}

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
