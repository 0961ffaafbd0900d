import { languageOf } from "../index/languages.ts";
import type { FoundChunk, IndexSearch } from "../index/search.ts";
import { contentTerms } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { idfByGroup, sumOf } from "./bm25.ts";
import { contextOf, type Subjects, subjectsOf } from "./context.ts";
import { namesTime } from "./cues.ts";
import { importancePrior } from "./importance.ts";
import { type ChunkFigures, type Match, matchAll } from "./match.ts";
import { nameMatcher } from "./names.ts";
import type { Query, TermGroup } from "./query.ts";

/** What each piece of evidence adds to a chunk's score, beside its own words (weight 1). Found on public questions. */
const weights = {
  neighbour: 0.4,
  file: 0.7,
  heading: 0.2,
  name: 3,
  unknown: -0.9,
  pairs: 0.4,
  coverage: 0.15,
  when: 0.15,
  subject: 0.2,
  otherSubject: -0.1,
  importance: 0.05,
} as const;

/** Figures about all texts, and about those that hold what is asked for. */
export interface Corpus extends ChunkFigures {
  readonly keep: IndexSearch["keep"];
  /** How well each file fits, by its id: 0 to 1. */
  readonly fileScores: ReadonlyMap<number, number>;
  /** Files that may be called what is asked for, and the chunks with which they begin. */
  readonly namedFiles: ReadonlySet<number>;
  readonly begins: ReadonlySet<number>;
  /** What a chunk's vector adds, by chunk id; already weighted. */
  readonly vectorById: ReadonlyMap<number, number>;
}

/** Each part of a score by its name. */
export type Why = Readonly<Record<string, number>>;

/**
 * How likely a passage of this evidence answers, 0 to 1: a logistic curve, fitted on questions of development sets that
 * were each asked in their own vault and in another that cannot answer them. How much it matters is no reason to be
 * found. A vector stands for words that are not there: the floor of its model has said already that it is near.
 */
export function toScore({ importance: _, ...parts }: Why): number {
  const { coverage = 0, vector = 0 } = parts;
  const words = coverage / weights.coverage;
  return 1 / (1 + Math.exp(3 - 2.45 * sumOfParts(parts) - 2.25 * words - 6.5 * vector));
}

export interface Scored {
  readonly chunk: FoundChunk;
  /** Sum of the parts: comparable across questions, about 0 to 3. */
  readonly raw: number;
  readonly why: Why;
  /**
   * It answers by itself: by its words, those of the person behind it, its vector, the question right above it, or a
   * heading above it that says most of what is asked for; or its file, called just that, begins with it. All else can
   * only add to that.
   */
  readonly hasEvidence: boolean;
  /** Words of the question that it says in other words. */
  readonly meant: () => readonly string[];
}

/** Ranks candidates; pure. Neighbours among the candidates count for each other, so give them too. */
export function scoreCandidates(
  query: Query,
  candidates: readonly FoundChunk[],
  corpus: Corpus,
  today?: string,
): Scored[] {
  const matches = matchAll(query, candidates, corpus);
  const near = contextOf(matches);
  const headingScore = headingScorer(query, corpus);
  const isNameOf = nameMatcher(query, corpus.namedFiles);
  const subjects = subjectsOf(query.words, candidates);
  const groups = query.groups.filter(({ isDate }) => !isDate);
  const pairs = groups.slice(1).map((group, i) => [groups[i] ?? group, group] as const);
  return matches
    .map((match) => {
      const { chunk, places } = match;
      const under = headingScore(chunk, chunk.heading);
      const own = match.keyword + (corpus.vectorById.get(chunk.id) ?? 0);
      // A name helps the lines that are about it; alone it stands for the one that the file begins with.
      const isNamed = isNameOf(chunk) && (own > 0 || corpus.begins.has(chunk.id));
      const parts = {
        keyword: match.keyword - match.said,
        said: match.said,
        neighbour: weights.neighbour * near.around(match),
        file: weights.file * (corpus.fileScores.get(chunk.fileId) ?? 0),
        heading: weights.heading * headingScore(chunk, `${chunk.title}\n${chunk.heading}`),
        name: isNamed ? weights.name : 0,
        pairs: weights.pairs * share(pairs, ([a, b]) => isAdjacent(places.get(a), places.get(b))),
        coverage: weights.coverage * Math.max(under, coverageOf(groups, match)),
        when: query.asksWhen && namesTime(chunk.text) ? weights.when : 0,
        subject: subjectScore(chunk, subjects),
        vector: corpus.vectorById.get(chunk.id) ?? 0,
        // The same for all: who asks for somebody or some place that no text and no folder names gets no answer.
        unknown: subjects.asked ? 0 : weights.unknown * query.unknownNames,
        importance: weights.importance * importancePrior(chunk, today),
      };
      const hasEvidence =
        own > 0 || isNamed || Math.max(under, near.questionAbove(match)) >= maxOfQuestion;
      const meant = () =>
        groups.flatMap((group) => {
          return match.meant.has(group) && !places.has(group) ? (group.word ?? []) : [];
        });
      return { chunk, why: parts, hasEvidence, meant, raw: sumOfParts(parts) };
    })
    .sort((a, b) => b.raw - a.raw || newerFirst(a.chunk, b.chunk) || a.chunk.id - b.chunk.id);
}

const maxOfQuestion = 0.5;

function sumOfParts(parts: Why): number {
  let sum = 0;
  for (const name in parts) sum += parts[name] ?? 0;
  return sum;
}

/** Plain comparison: loading a collator would cost a short command more than the sort. */
function newerFirst(a: FoundChunk, b: FoundChunk): number {
  if (a.date === b.date) return 0;
  return a.date > b.date ? -1 : 1;
}

/** The share of what is asked for that stands above a chunk. */
function headingScorer(query: Query, corpus: Corpus): (chunk: FoundChunk, above: string) => number {
  const idf = idfByGroup(query.groups, corpus.chunksByGroup, corpus.chunks);
  const best = sumOf(idf.values()) || 1;
  const groupsByTerm = new Map<string, TermGroup[]>();
  for (const group of query.groups) {
    for (const { text } of group.forms) {
      groupsByTerm.set(text, [...(groupsByTerm.get(text) ?? []), group]);
    }
  }
  const scoreOf = (above: string, language: string): number => {
    const terms = corpus.keep(`terms ${language}\n${above}`, () =>
      contentTerms(tokenize(above, "document"), languageOf(language)),
    );
    const held = new Set(terms.flatMap((term) => groupsByTerm.get(term) ?? []));
    // In the question's order, so that rounding is always the same.
    const own = query.groups.filter((group) => held.has(group));
    return sumOf(own.map((group) => idf.get(group) ?? 0)) / best;
  };
  const scores = new Map<string, number>();
  return ({ language }, above) => {
    const score = scores.get(above) ?? scoreOf(above, language);
    scores.set(above, score);
    return score;
  };
}

function subjectScore(chunk: FoundChunk, { asked, of }: Subjects): number {
  const subject = of(chunk);
  if (subject === "asked") return weights.subject;
  return subject === "other" && asked ? weights.otherSubject : 0;
}

function isAdjacent(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.some((place) => b.includes(place + 1));
}

/** The share of the words that occur; another word of the same meaning is half of one. */
function coverageOf(groups: readonly TermGroup[], { places, meant }: Match): number {
  const isMeant = (group: TermGroup): boolean => places.has(group) || meant.has(group);
  return (share(groups, (group) => places.has(group)) + share(groups, isMeant)) / 2;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length;
}
