import type { FoundChunk } from "../index/found-chunks.ts";
import type { IndexTotals } from "../index/index-facts.ts";
import { languageOf } from "../index/languages.ts";
import type { IndexSearch } from "../index/search.ts";
import { tokenize } from "../index/tokenize.ts";
import { type FileCounts, inverseFrequency } from "./bm25.ts";
import type { Query, TermGroup } from "./query.ts";
import type { Corpus } from "./score.ts";

/** What an embedding model has to say about a question. */
export interface VectorEvidence {
  /** Ids of the chunks nearest to the question, of those that the search lets pass. */
  readonly nearest: (index: IndexSearch) => readonly number[];
  /** Cosine of each of these chunks with the question, by id; chunks without a vector are left out. */
  readonly cosines: (chunks: readonly FoundChunk[]) => ReadonlyMap<number, number>;
  /** What a cosine of 1 adds to the score. */
  readonly weight: number;
  /** Cosine from which on a passage has something to do with the question, by this model's measure. */
  readonly floor: number;
}

/** Full-text matches that are scored in full, and those of them whose neighbours are too. */
const maxMatches = 200;
const maxWithNeighbours = 100;
/** A word that more chunks than this hold is not looked up, if others are left: it ranks, but does not find. */
const maxCommon = 1000;
const commonShare = 0.05;
const minLookedUp = 2;
/** A name that more files share names none of them. */
const maxNamedFiles = 5;
const maxOfNamedFiles = 50;

/** Everything that may answer a question, with the figures that ranking needs. */
export function findCandidates(
  index: IndexSearch,
  query: Query,
  vectors: VectorEvidence | undefined,
): { readonly chunks: readonly FoundChunk[]; readonly corpus: Corpus } {
  const totals = index.totals();
  const chunksByGroup = new Map(
    query.groups.map((group) => [group, countChunks(index, group)] as const),
  );
  const rare = rareGroups(query.groups, chunksByGroup, totals);
  const filesByGroup = new Map(rare.map((group) => [group, countInFiles(index, group)] as const));
  const terms = worthByTerm(rare, chunksByGroup, totals);
  const matching = terms.size === 0 ? [] : index.chunksMatching(terms, maxMatches);
  const named = chunksOfNamedFiles(index, query.groups);
  const around = index.neighbours(matching.slice(0, maxWithNeighbours));
  const chunks = index.chunks([
    ...new Set([...matching, ...around, ...named, ...(vectors?.nearest(index) ?? [])]),
  ]);
  return {
    chunks: query.onlyStopWords ? chunks.map(withAllTerms) : chunks,
    corpus: {
      state: index.state,
      chunks: totals.chunks,
      averageTerms: totals.terms / (totals.chunks || 1),
      files: totals.files,
      averageFileTerms: totals.terms / (totals.files || 1),
      chunksByGroup,
      filesByGroup,
      vectorById: weighCosines(chunks, vectors),
    },
  };
}

/** In the commonest of its sure forms; of the unsure ones, where no text holds the word itself. */
function countChunks(index: IndexSearch, { forms }: TermGroup): number {
  const count = (text: string): number => index.chunksWith(text, "body");
  const sure = forms.filter(({ weight }) => weight === 1);
  const most = Math.max(0, ...sure.map(({ text }) => count(text)));
  return most > 0 ? most : Math.max(0, ...forms.map(({ text }) => count(text)));
}

/** By the word, not by the form: an unsure form that few texts hold would outweigh all words that were said. */
function worthByTerm(
  groups: readonly TermGroup[],
  chunksByGroup: ReadonlyMap<TermGroup, number>,
  { chunks }: IndexTotals,
): ReadonlyMap<string, number> {
  const worth = new Map<string, number>();
  for (const group of groups) {
    const rarity = inverseFrequency(chunksByGroup.get(group) ?? 0, chunks);
    for (const { text, weight } of group.forms) {
      worth.set(text, Math.max(worth.get(text) ?? 0, weight * rarity));
    }
  }
  return worth;
}

/** The groups worth looking up: in a large index not the common ones, if others are left. */
function rareGroups(
  groups: readonly TermGroup[],
  chunksByGroup: ReadonlyMap<TermGroup, number>,
  { chunks }: IndexTotals,
): readonly TermGroup[] {
  const count = (group: TermGroup): number => chunksByGroup.get(group) ?? 0;
  const rarestFirst = [...groups].sort((a, b) => count(a) - count(b));
  const most = Math.max(maxCommon, chunks * commonShare);
  const known = rarestFirst.filter((group) => count(group) > 0);
  const looked = new Set(known.slice(0, minLookedUp));
  return rarestFirst.filter((group) => looked.has(group) || count(group) <= most);
}

/** The topics whose names hold the most words of a question are meant as a whole: their first chunks are candidates without the words. */
function chunksOfNamedFiles(index: IndexSearch, groups: readonly TermGroup[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { forms } of groups) {
    const own = forms.filter(({ isRelated }) => isRelated !== true);
    for (const id of new Set(own.flatMap(({ text }) => index.filesNamed(text))))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const fileIds = [...counts].filter(([, count]) => count === most).map(([id]) => id);
  return fileIds.length > maxNamedFiles ? [] : index.chunksOf(fileIds, maxOfNamedFiles);
}

/** By the commonest of its forms in each file, weighted. */
function countInFiles(index: IndexSearch, { forms }: TermGroup): FileCounts {
  const own = forms.filter(({ isRelated }) => isRelated !== true);
  const all = own.map(({ text, weight }) => ({ ...index.filesWith(text), weight }));
  const last = all.reduce((last, { files }) => files.reduce((a, b) => Math.max(a, b), last), 0);
  const byFile = new Float64Array(last + 1);
  let size = 0;
  for (const { files, counts, weight } of all) {
    for (let i = 0; i < files.length; i++) {
      const file = files[i] ?? 0;
      const before = byFile[file] ?? 0;
      if (before === 0) size++;
      byFile[file] = Math.max(before, (counts[i] ?? 0) * weight);
    }
  }
  return { size, get: (file) => byFile[file] ?? 0 };
}

function weighCosines(
  chunks: readonly FoundChunk[],
  vectors: VectorEvidence | undefined,
): ReadonlyMap<number, number> {
  const parts = new Map<number, number>();
  if (vectors === undefined) return parts;
  for (const [id, cosine] of vectors.cosines(chunks)) {
    const above = (Math.min(1, cosine) - vectors.floor) / (1 - vectors.floor);
    if (above > 0) parts.set(id, vectors.weight * above);
  }
  return parts;
}

/** For a question of stop words only: the chunk's terms with its stop words. */
function withAllTerms(chunk: FoundChunk): FoundChunk {
  const language = languageOf(chunk.language);
  const terms = tokenize(chunk.text, "document").map((token) => language.stem(token));
  return { ...chunk, terms: terms.join(" ") };
}
