import { LociError } from "../../errors.ts";
import { copyIndex, fillPastIndex, type PastFile, type PastFiles } from "../../index/past-index.ts";
import { gitHome } from "../../sync/git/git-config.ts";
import { filesOfTree } from "../../sync/history/changed-files.ts";
import { commitBefore } from "../../sync/history/commit-before.ts";
import { type History, noHistory, openHistory, stateOf } from "../../sync/history/open-history.ts";
import type { CommitFacts } from "../../sync/history/read-commit.ts";
import { parseRemovals, type Removals } from "../../sync/merge/removals.ts";
import { readForgotten } from "../../sync/round/forgotten.ts";
import { isIgnoredPath, mostFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import type { Topic } from "../../vault/topic.ts";
import { answerFromIndex, type RecallAnswer, type RecallRequest } from "../answer.ts";
import { openEmbeddings } from "../embeddings.ts";
import { lookAtFiles } from "../keep-fresh.ts";
import { localTime, offsetTime } from "../local-time.ts";
import type { Parts } from "../parts.ts";
import { parseMoment } from "./moment.ts";
import { isMarked } from "./tell-life.ts";

/** The vault as it was. */
export interface PastVault {
  readonly asOf: { readonly commit: string; readonly time: string };
  /** As `Loci.recall`, without what was forgotten since. */
  recall(query: string, request?: RecallRequest): Promise<RecallAnswer>;
  close(): void;
}

/**
 * Opens the vault as its branch was at a moment that somebody wrote: the files of the newest commit until then, in an
 * index in memory. Throws LociError BAD_DATE, NOT_FOUND before the first commit, GIT_BLOCKED where there is no history.
 */
export async function openPastVault(
  parts: Parts,
  when: string,
  signal?: AbortSignal,
): Promise<PastVault> {
  const moment = parseMoment(when, parts.settings.timezone);
  await lookAtFiles(parts); // What has not changed since need not be read twice.
  const history = await openHistory(parts.root, gitHome(parts.env));
  try {
    const { commit, files } = await readThen(parts, history, { when, moment, signal });
    const removals = parseRemovals(await readForgotten(parts.root));
    return await fillVault(parts, { commit, files, removals, moment });
  } finally {
    history.close();
  }
}

interface Sought {
  readonly when: string;
  readonly moment: number;
  readonly signal?: AbortSignal | undefined;
}

/** Damage is told as what it is: nobody asked for a commit. */
async function readThen(
  parts: Parts,
  history: History,
  sought: Sought,
): Promise<{ readonly commit: CommitFacts; readonly files: PastFiles }> {
  try {
    const commit = await findCommit(parts, history, sought);
    return { commit, files: await readFiles(history, commit.tree, sought.signal) };
  } catch (error) {
    if (!(error instanceof LociError) || error.code !== "GIT_BLOCKED") throw error;
    throw noHistory(stateOf(error), String(error.data.fix), error);
  }
}

async function findCommit(
  { settings }: Parts,
  history: History,
  { when, moment, signal }: Sought,
): Promise<CommitFacts> {
  const { commit, oldest } = await commitBefore(history, moment, signal);
  if (commit !== undefined) return commit;
  const begins =
    oldest === undefined
      ? "it has no commit yet"
      : `its history${history.shallow.has(oldest.oid) ? " in this shallow clone" : ""} begins at ${offsetTime(oldest.committedAt, settings.timezone)}`;
  throw new LociError("NOT_FOUND", `Cannot show the vault as of ${when}: ${begins}`, {
    data: { asOf: when },
  });
}

/** The files of a tree that a vault indexes, and its digest logs. */
async function readFiles(
  { objects }: History,
  tree: string,
  signal: AbortSignal | undefined,
): Promise<PastFiles> {
  const files: Record<"topics" | "logs", PastFile[]> = { topics: [], logs: [] };
  let count = 0;
  for (const [name, oid] of await filesOfTree(objects, tree)) {
    if (++count % 100 === 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const kind = isLogPath(name) ? "logs" : isIgnoredPath(name) ? undefined : "topics";
    const path = kind && toPath(name);
    if (kind === undefined || path === undefined) continue;
    const bytes = await objects.read(oid);
    if (bytes.length <= mostFileBytes) files[kind].push({ path, bytes });
  }
  return files;
}

/** Undefined for what is no Markdown, and for names that are not indexed. */
function toPath(name: string): TopicPath | undefined {
  try {
    return toTopicPath(name);
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}

interface Past {
  readonly commit: CommitFacts;
  readonly files: PastFiles;
  readonly removals: Removals;
  readonly moment: number;
}

async function fillVault(
  parts: Parts,
  { commit, files, removals, moment }: Past,
): Promise<PastVault> {
  const { rowSettings, settings, now } = parts;
  const index = copyIndex(parts.index);
  const embeddings = await openEmbeddings({ ...parts, index });
  fillPastIndex(index, {
    ...files,
    settings: rowSettings,
    parse: (path, bytes) => withoutForgotten(parseTopic(path, bytes), removals),
    isKept: (text) => !removals.isForgotten(text),
    onRemoved: embeddings.remove,
  });
  await embeddings.catchUp();
  const time = (): string => localTime(Math.min(moment, now()), settings.timezone);
  const past: Parts = { ...parts, index, embeddings, time };
  return {
    asOf: { commit: commit.oid, time: offsetTime(commit.committedAt, settings.timezone) },
    recall: (query, request = {}) => answerFromIndex(past, query, request, {}),
    close() {
      embeddings.close();
      index.close();
    },
  };
}

const withoutForgotten = (topic: Topic, removals: Removals): Topic => ({
  ...topic,
  entries: topic.entries.filter((entry) => !isMarked(removals, entry)),
});
