import { negationsOf, partsAtDenials } from "../digest/gates/compare.ts";
import { findKeys } from "../session/private-data/find-secrets.ts";
import { freshBlockId, fromArchivedWords, readArchiving } from "../vault/edit/entry-fields.ts";
import { orNone } from "../vault/or-none.ts";
import {
  type EntryDraft,
  formatEntry,
  formatImportance,
  parseEntry,
  readImportance,
} from "../vault/topic/entry.ts";
import { isMark } from "../vault/topic/entry-tokens.ts";
import { parseTopic, withoutSecrets } from "../vault/topic/parse-topic.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { carryOut } from "./apply-steps.ts";
import type { Summarize } from "./ask-for-summary.ts";
import { mayStandFor, type Original } from "./check-summary.ts";
import { type Clusterable, clustersOf } from "./cluster.ts";
import { mayDiffer } from "./dedupe.ts";
import { learnedIn, mayLeave } from "./prune.ts";
import { type ArchiveStep, archiveSteps, type SummarizeStep } from "./steps.ts";
import { type KeptFile, type VaultState, wordsOf } from "./vault-state.ts";

/** A line that may be put together with others. */
interface Candidate extends Clusterable, Original {
  readonly file: KeptFile;
  readonly entry: Entry;
}

/**
 * What was learned in conversations of one thing becomes one line that names what it stands for, in the newest one's
 * file, within a scope, an owner, a bank, and what else a line says of itself. `mostIn` says how many lines of a scope
 * may leave. Changes nothing. `failed`: how many summaries did not pass the check.
 */
export async function lookForClusters(
  state: VaultState,
  mostIn: (scope: string) => number,
  summarize: Summarize,
) {
  const settings = state.settings.consolidate;
  const steps: SummarizeStep[] = [];
  const room = new Map<string, number>();
  let failed = 0;
  const { floor } = state.embeddings;
  const similarity = floor + (1 - floor) * settings.similarity;
  const filesByScope = Map.groupBy(settings.enabled ? state.files : [], ({ scope }) => scope);
  const clusters = [...filesByScope].flatMap(([scope, files]) =>
    clustersOf(candidatesIn(state, files), { ...settings, similarity }).map((lines) => ({
      scope,
      lines,
    })),
  );
  for (const { scope, lines } of tonight(clusters, state.today, maxTries)) {
    const left = room.get(scope) ?? mostIn(scope);
    if (lines.length > left) continue; // Another night.
    const text = (await summarize(lines))?.replace(/\s+/g, " ").trim();
    if (text === undefined) continue; // Nobody to ask.
    const isSound = mayStandFor(text, lines, state.settings.languages);
    const step = isSound ? toStep(state, lines, text) : undefined;
    if (step === undefined) {
      failed++;
      continue;
    }
    steps.push(step);
    room.set(scope, left - lines.length);
  }
  return { steps, failed };
}

/** What a summary stands for and the archive has already: left in its file by a run that was killed. Pure. */
export function lookForLeftovers({ archives, ...state }: VaultState): readonly ArchiveStep[] {
  const summaries = state.files.flatMap(({ scope, topic }) =>
    topic.entries.flatMap(({ blockId = "", fields: { summarizes = "" } }) =>
      summarizes.split(" ").map((id) => `${scope} ${reasonOf(blockId)} ${id}`),
    ),
  );
  const known = new Set(summaries);
  return state.files.flatMap((file) => {
    const archive = `archive/${file.path}`;
    const lines = archives.get(archive) ?? [];
    const archivedByWords = new Map(lines.map((line) => [fromArchivedWords(line), line]));
    return learnedIn(file).flatMap((entry): ArchiveStep[] => {
      const words = wordsOf(entry, file.lines) ?? "";
      const archived = archivedByWords.get(words) ?? "";
      const why = readArchiving(parseEntry([archived]).fields)?.why;
      const isKnown = known.has(`${file.scope} ${why} ^${entry.id}`);
      if (!isKnown || isFixed(state, file, entry)) return [];
      const step = { type: "archive", task: "consolidate", file: file.path, archive } as const;
      return [{ ...step, text: entry.text, words, archived }];
    });
  });
}

/** Why a line is in the archive that a summary stands for. */
const reasonOf = (blockId: string): string => `summarized in ^${blockId}`;

/** True for what may not be folded into a summary, such as what a person brought back from the archive. */
const isFixed = ({ uses }: Pick<VaultState, "uses">, file: KeptFile, entry: Entry): boolean =>
  uses.get(entry.id)?.isRestored === true || !mayLeave(file, entry);

/** So many clusters a run takes up at most. */
const maxTries = 50;
/** So many lines of a scope it looks at: the time grows with their square. */
const maxLines = 1_000;

/** Of more than a run takes, each day others. */
function tonight<T>(all: readonly T[], today: string, most: number): readonly T[] {
  if (all.length <= most) return all;
  const from = ((Date.parse(`${today}T00:00:00Z`) / 86_400_000) * most) % all.length;
  return [...all.slice(from), ...all.slice(0, from)].slice(0, most);
}

/** Longer lines are no single memory. */
const maxLength = 500;

function candidatesIn(state: VaultState, files: readonly KeptFile[]): readonly Candidate[] {
  const { minAgeDays, strategy } = state.settings.consolidate;
  const all = files
    .flatMap((file) => oldLinesOf(state, file, minAgeDays))
    .sort((a, b) => a.date.localeCompare(b.date));
  const lines = tonight(all, state.today, maxLines);
  if (strategy === "keyed") return lines.map((line) => ({ ...line, vector: noVector }));
  return [...Map.groupBy(lines, ({ file }) => file)].flatMap(([file, own]) => {
    const texts = own.map(({ text }) => text);
    const vectors = state.embeddings.vectorsOf(file.topic.title, texts);
    return own.flatMap((line, i) => {
      const vector = vectors[i];
      return vector === undefined ? [] : [{ ...line, vector }];
    });
  });
}

function oldLinesOf(
  state: VaultState,
  file: KeptFile,
  minAgeDays: number,
): readonly Omit<Candidate, "vector">[] {
  const open = new Set(withoutSecrets(file.topic)?.entries.map(({ text }) => text));
  const lastDay = new Date(Date.parse(`${state.today}T00:00:00Z`) - minAgeDays * 86_400_000);
  const isOld = (date: string): boolean => date <= lastDay.toISOString().slice(0, 10);
  return learnedIn(file).flatMap((entry) => {
    const { text, date } = entry;
    const isAsIs =
      open.has(text) && text.length <= maxLength && wordsOf(entry, file.lines) !== undefined;
    if (date === undefined || !isOld(date) || !isAsIs || isFixed(state, file, entry)) return [];
    if (Object.hasOwn(entry.fields, "summarizes") || findKeys(text).length > 0) return [];
    const tags = entry.tags.map((tag) => tag.toLowerCase());
    return [{ file, entry, text, date, tags, kind: kindOf(file, entry), key: entry.fields.key }];
  });
}

const noVector = new Float32Array();

/** What a line says of itself but when, where from and how much it matters; and whether it denies: no two are mixed. */
function kindOf({ topic }: KeptFile, { owner, fields, text, tags, task }: Entry): string {
  const bank = topic.frontmatter.bank?.toLowerCase();
  const own = Object.entries(fields).filter(([name]) => !mayDiffer.has(name));
  const denial = [negationsOf(text), partsAtDenials(text)].map(({ length }) => length);
  return JSON.stringify([owner, task, bank, own.sort(), tags.filter(isMark).sort(), denial]);
}

const newestOf = (cluster: readonly Candidate[]): Candidate =>
  cluster.reduce((best, one) => (one.date >= best.date ? one : best));

/** Undefined where the file would not read back as it is meant. */
function toStep(
  state: VaultState,
  cluster: readonly Candidate[],
  text: string,
): SummarizeStep | undefined {
  const { file, entry } = newestOf(cluster);
  const { path, bytes } = file;
  const id = freshBlockId(bytes, text);
  const leaving = cluster.map((one) => ({ ...one, task: "consolidate", why: reasonOf(id) }));
  const originals = archiveSteps(state, leaving);
  if (originals.length < cluster.length) return undefined;
  const draft = draftOf(cluster, text, id);
  const words = orNone(() => formatEntry(draft));
  if (words === undefined) return undefined; // Markdown would not give it back.
  const step = {
    type: "summarize",
    task: "consolidate",
    file: path,
    text,
    words,
    originals,
  } as const;
  const topic = parseTopic(path, carryOut(path, bytes, [step]).rest);
  const made = topic.entries.find(({ blockId }) => blockId === id);
  const isMeant =
    made?.text === text &&
    made.owner === entry.owner &&
    made.fields.summarizes === draft.fields?.summarizes &&
    made.tags.every((tag) => draft.tags?.includes(tag)) &&
    draft.tags?.every((tag) => made.tags.includes(tag)) === true &&
    !isSecret(made, topic);
  return isMeant ? step : undefined;
}

/** With the newest day, the highest importance and all tags. */
function draftOf(cluster: readonly Candidate[], text: string, blockId: string): EntryDraft {
  const { entry } = newestOf(cluster);
  const importances = cluster.flatMap(({ entry: { fields } }) => {
    return readImportance(fields.importance) ?? [];
  });
  const { importance: _, ...fields } = entry.fields;
  const summarizes = cluster.map((one) => `^${one.entry.id}`).join(" ");
  return {
    text,
    blockId,
    date: entry.date,
    task: entry.task,
    fields: {
      ...fields,
      ...(importances.length > 0 && { importance: formatImportance(Math.max(...importances)) }),
      summarizes,
    },
    tags: [...new Set(cluster.flatMap(({ entry: { tags } }) => tags))],
  };
}
