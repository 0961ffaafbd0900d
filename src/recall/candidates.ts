import { languageOf } from "../index/languages.ts";
import type { FoundChunk, IndexSearch, IndexTotals, Wanted } from "../index/search.ts";
import { tokenize } from "../index/tokenize.ts";
import { inverseFrequency, sumOf } from "./bm25.ts";
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
const maxMatches = 80;
const maxWithNeighbours = 40;
/** A word that more chunks than this hold is not looked up, if others are left: it ranks, but does not find. */
const maxCommon = 400;
const commonShare = 0.01;
const minLookedUp = 2;
/** A name that more files share names none of them. */
const maxNamedFiles = 5;

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
  const matching = index.chunksMatching(
    rare.flatMap((group) => wantedOf(group, chunksByGroup.get(group) ?? 0, totals.chunks)),
    maxMatches,
  );
  const namedFiles = filesCalled(index, query.groups);
  const begins = index.firstChunks(namedFiles);
  const around = index.neighbours([...matching.slice(0, maxWithNeighbours), ...begins]);
  const chunks = index.chunks([
    ...new Set([...matching, ...around, ...begins, ...(vectors?.nearest(index) ?? [])]),
  ]);
  return {
    chunks: query.onlyStopWords ? chunks.map(withAllTerms) : chunks,
    corpus: {
      keep: index.keep,
      chunks: totals.chunks,
      averageTerms: totals.terms / (totals.chunks || 1),
      chunksByGroup,
      fileScores: scoreFiles(index, rare),
      namedFiles: new Set(namedFiles),
      begins: new Set(begins),
      vectorById: weighCosines(chunks, vectors),
    },
  };
}

/** Those with the word itself: one that no text holds is the rarest there is, whatever is like it. */
function countChunks(index: IndexSearch, group: TermGroup): number {
  const { sure } = formsOf(group);
  return sure.length === 0 ? 0 : index.countChunks(sure);
}

function formsOf({ forms }: TermGroup) {
  const texts = (isSure: boolean): string[] =>
    forms.filter(({ weight }) => (weight === 1) === isSure).map(({ text }) => text);
  return { sure: texts(true), unsure: texts(false) };
}

/** Headings repeat for every chunk below them, so they weigh less than its own words. */
const headingWeight = 0.5;

/** By the word, not by the form: an unsure form that few texts hold would outweigh all words that were said. */
function wantedOf(group: TermGroup, holding: number, chunks: number): readonly Wanted[] {
  const { sure, unsure } = formsOf(group);
  const worth = inverseFrequency(holding, chunks);
  const weight = Math.max(0, ...group.forms.map((form) => (form.weight < 1 ? form.weight : 0)));
  const all: readonly Wanted[] = [
    { column: "body", terms: sure, worth },
    { column: "heading", terms: sure, worth: headingWeight * worth },
    { column: "body", terms: unsure, but: sure, worth: weight * worth },
  ];
  return all.filter(({ terms }) => terms.length > 0);
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

/** Each file as one long text: its topic may be what is asked for where the line leaves it out. */
function scoreFiles(index: IndexSearch, groups: readonly TermGroup[]): ReadonlyMap<number, number> {
  const { files } = index.totals();
  const held = groups.map((group) => index.filesHolding(ownForms(index, group)));
  const idf = held.map(({ size }) => inverseFrequency(size, files));
  const best = sumOf(idf) || 1;
  const scores = new Map<number, number>();
  for (const [i, byFile] of held.entries()) {
    for (const [id, share] of byFile) {
      scores.set(id, (scores.get(id) ?? 0) + ((idf[i] ?? 0) * share) / best);
    }
  }
  return scores;
}

/** The forms by which files are weighed and called: the word's own, with unsure ones where no text holds it. */
function ownForms(index: IndexSearch, group: TermGroup): readonly string[] {
  const { sure } = formsOf(group);
  if (sure.length > 0 && index.countChunks(sure) > 0) return sure;
  return group.forms.filter(({ isRelated }) => isRelated !== true).map(({ text }) => text);
}

/** Files that may be called what is asked for: the line that they begin with is a candidate without the words. */
function filesCalled(index: IndexSearch, groups: readonly TermGroup[]): readonly number[] {
  const forms = groups.map((group) => ownForms(index, group)).filter(({ length }) => length > 0);
  const files = forms.length > 0 ? index.filesNamed(forms) : [];
  return files.length > maxNamedFiles ? [] : files;
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
