import { LociError } from "../errors.ts";
import { isPlain } from "../git/objects/tree.ts";
import { filesOf } from "../git/objects/tree-files.ts";
import { displayPath } from "../git/path-bytes.ts";
import type { IndexDb } from "../index/open-index.ts";
import { copyIndex, fillPastIndex, type PastFile, type PastFiles } from "../index/past-index.ts";
import type { RowSettings } from "../index/rows.ts";
import { ownersOfTexts } from "../index/visible.ts";
import type { Embeddings } from "../recall/embeddings.ts";
import { commitBefore } from "../sync/history/commit-before.ts";
import { type History, noHistory, stateOf } from "../sync/history/open-history.ts";
import type { CommitFacts } from "../sync/history/read-commit.ts";
import { parseRemovals, type Removals } from "../sync/merge/file/removals.ts";
import { readForgotten } from "../sync/round/forgotten.ts";
import { isIgnoredPath, maxFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Topic } from "../vault/topic.ts";
import type { MemoryContext } from "./context.ts";
import { isMarked } from "./describe-history.ts";
import { localTime, offsetTime } from "./local-time.ts";
import { parseMoment } from "./moment.ts";
import { viewerOn } from "./people.ts";
import { type AskedRecall, type RecallAnswer, recallFromIndex } from "./recall.ts";

/** The vault as it was. */
export interface PastVault {
  readonly asOf: {
    /** null: no commit is as old, and the dates of memories decide. */
    readonly commit: string | null;
    readonly time: string;
    /** Why there is no commit. */
    readonly because?: string;
  };
  /** As `Loci.recall`, without what was forgotten since, or is now another person's own. */
  recall(query: string, request?: AskedRecall): Promise<RecallAnswer>;
  close(): void;
}

/** What an index of the past is made with. */
export interface PastPorts {
  readonly rowSettings: RowSettings;
  readonly openEmbeddings: (index: IndexDb) => Promise<PastEmbeddings>;
}

type PastEmbeddings = Pick<Embeddings, "ask" | "remove" | "catchUp" | "dropUnused" | "close">;

/**
 * Opens the vault as its branch was at a given moment: the files of the newest commit until then, in an
 * index in memory; before the first commit the memories of today that are dated until then. Throws LociError BAD_DATE, and
 * GIT_BLOCKED where there is no history.
 */
export async function openPastVault(
  context: MemoryContext,
  ports: PastPorts,
  when: string,
): Promise<PastVault> {
  const moment = parseMoment(when, context.settings.timezone);
  await context.freshness.ensureFresh(); // What has not changed since need not be read twice.
  const history = await context.openHistory();
  try {
    const then = await readThen(context, history, moment);
    if (then.type === "before") return byDates(context, moment, then.because);
    const { commit, files } = then;
    const removals = parseRemovals(await readForgotten(context.root));
    return await fillVault(context, ports, { commit, files, removals, moment });
  } finally {
    history.close();
  }
}

type Then =
  | { readonly type: "commit"; readonly commit: CommitFacts; readonly files: PastFiles }
  | { readonly type: "before"; readonly because: string };

/** Damage is reported as damage of the history: the person did not ask for a commit. */
async function readThen(context: MemoryContext, history: History, moment: number): Promise<Then> {
  try {
    const { commit, oldest } = await commitBefore(history, moment);
    if (commit === undefined) {
      return { type: "before", because: whyNone(context, history, oldest) };
    }
    return { type: "commit", commit, files: await readFiles(history, commit.tree) };
  } catch (error) {
    if (!(error instanceof LociError) || error.code !== "GIT_BLOCKED") throw error;
    throw noHistory(stateOf(error), String(error.data.fix), error);
  }
}

function whyNone(
  { settings }: Pick<MemoryContext, "settings">,
  history: History,
  oldest: Pick<CommitFacts, "oid" | "committedAt"> | undefined,
): string {
  if (oldest === undefined) return "the vault has no commit yet";
  const isCut = history.shallow.has(oldest.oid);
  const begins = offsetTime(oldest.committedAt, settings.timezone);
  return `its history${isCut ? " in this shallow clone" : ""} begins at ${begins}`;
}

/** Answers by the dates of today's memories, for a time before the first commit. */
function byDates(context: MemoryContext, moment: number, because: string): PastVault {
  const { now, settings } = context;
  const time = (): string => localTime(Math.min(moment, now()), settings.timezone);
  const day = time().slice(0, 10);
  return {
    asOf: { commit: null, time: offsetTime(Math.min(moment, now()), settings.timezone), because },
    recall(query, { allPeople, ...request } = {}) {
      const { until = day } = request;
      const isEarlier = until < day && !day.startsWith(until);
      return recallFromIndex(
        { ...context, time },
        viewerOn(context, { ...request, allPeople }),
        query,
        { ...request, until: isEarlier ? until : day },
      );
    },
    close() {},
  };
}

/** The files of a tree that a vault indexes, and its digest logs. */
async function readFiles({ objects }: History, tree: string): Promise<PastFiles> {
  const files: Record<"topics" | "logs", PastFile[]> = { topics: [], logs: [] };
  let count = 0;
  for (const [name, version] of await filesOf(objects, tree)) {
    if (++count % 100 === 0) await new Promise(setImmediate);
    const path = isPlain(version) ? toPath(displayPath(name)) : undefined;
    if (path === undefined || (!isLogPath(path) && isIgnoredPath(path))) continue;
    const kind = isLogPath(path) ? "logs" : "topics";
    const bytes = await objects.read(version.oid);
    if (bytes.length <= maxFileBytes) files[kind].push({ path, bytes });
  }
  return files;
}

/** Undefined for what is not Markdown, and for names that are not indexed. */
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
  context: MemoryContext,
  { rowSettings, openEmbeddings }: PastPorts,
  { commit, files, removals, moment }: Past,
): Promise<PastVault> {
  const { settings, now } = context;
  const index = copyIndex(context.index);
  const embeddings = await openEmbeddings(index);
  const owners = context.index.run(ownersOfTexts);
  fillPastIndex(index, {
    ...files,
    settings: rowSettings,
    parse: (path, bytes) => asToday(parseTopic(path, bytes), removals, owners),
    isKept: (text) => !removals.isForgotten(text),
    onRemoved: embeddings.remove,
  });
  await embeddings.catchUp();
  const time = (): string => localTime(Math.min(moment, now()), settings.timezone);
  const past: MemoryContext = { ...context, index, embeddings, time };
  return {
    asOf: { commit: commit.oid, time: offsetTime(commit.committedAt, settings.timezone) },
    recall: (query, { allPeople, ...request } = {}) =>
      recallFromIndex(past, viewerOn(past, { ...request, allPeople }), query, request),
    close() {
      embeddings.close();
      index.close();
    },
  };
}

/** What was forgotten since stays so, and what is private today was private then. */
const asToday = (topic: Topic, removals: Removals, owners: ReadonlyMap<string, string>): Topic => ({
  ...topic,
  entries: topic.entries
    .filter((entry) => !isMarked(removals, entry))
    .map((entry) => ({ ...entry, owner: entry.owner || (owners.get(entry.text) ?? "") })),
});
