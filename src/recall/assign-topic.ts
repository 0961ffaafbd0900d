import type { IndexDatabase } from "../index/search.ts";
import { searchTopics, type TopicFile } from "../index/topic-search.ts";
import { type Bm25, bm25, inverseFrequency } from "./bm25.ts";
import { parseQuery, type TermGroup } from "./query.ts";

/** A memory filed wrongly is worse than one filed nowhere: below this share of the best possible score none fits. */
const threshold = 0.15;
/** The best topic must be this much better than the next. */
const lead = 1.3;
const settings: Bm25 = { k1: 1.2, b: 0.75 };

/** A topic file that a text belongs to. */
export interface AssignedTopic {
  readonly file: string;
  /** 0 to 1: the share of the best possible match. */
  readonly score: number;
}

/** The topic file of a scope that a new memory clearly belongs to, by what the files are called and what they hold. */
export function assignTopic(
  db: IndexDatabase,
  text: string,
  options: { readonly scope: string },
): AssignedTopic | undefined {
  const topics = searchTopics(db, options.scope);
  if (topics.files.length === 0) return undefined;
  const { groups } = parseQuery(text, { languages: topics.languages, expand: () => [] });
  const counts = groups.map((group) => countsOf(group, topics.filesWith));
  const weighing = weigh(counts, topics.files);
  const [best, next] = topics.files
    .map((file) => ({ file, score: scoreOf(file, weighing) }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < threshold) return undefined;
  if (best.score < lead * (next?.score ?? 0)) return undefined;
  return { file: best.file.path, score: best.score };
}

type Counts = ReadonlyMap<number, number>;

function countsOf(
  { forms }: TermGroup,
  filesWith: (term: string) => readonly { readonly fileId: number; readonly count: number }[],
): Counts {
  const counts = new Map<number, number>();
  for (const { text } of forms) {
    for (const { fileId, count } of filesWith(text)) {
      counts.set(fileId, Math.max(counts.get(fileId) ?? 0, count));
    }
  }
  return counts;
}

/** What scoring needs to know of all topics, computed once. */
interface Weighing {
  readonly terms: readonly { readonly weight: number; readonly counts: Counts }[];
  readonly averageTerms: number;
  /** The score of a file that could not match better. */
  readonly best: number;
}

function weigh(groups: readonly Counts[], files: readonly TopicFile[]): Weighing {
  const ids = new Set(files.map(({ id }) => id));
  const terms = groups.map((counts) => {
    const holding = [...counts.keys()].filter((id) => ids.has(id)).length;
    return { weight: inverseFrequency(holding, files.length), counts };
  });
  const best = terms.reduce((sum, { weight }) => sum + weight, 0) * (settings.k1 + 1);
  const averageTerms = files.reduce((sum, file) => sum + file.terms, 0) / files.length || 1;
  return { terms, averageTerms, best };
}

function scoreOf(file: TopicFile, { terms, averageTerms, best }: Weighing): number {
  const held = terms.map(({ weight, counts }) => ({ weight, count: counts.get(file.id) ?? 0 }));
  return best === 0 ? 0 : bm25(held, file.terms / averageTerms, settings) / best;
}
