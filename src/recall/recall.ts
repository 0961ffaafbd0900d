import type { Filter } from "../index/conditions.ts";
import {
  type IndexDatabase,
  type IndexSearch,
  openVocabularies,
  searchIndex,
} from "../index/search.ts";
import { foldWord } from "../index/tokenize.ts";
import { likeliestKindOf } from "../language/kind/kind.ts";
import { states, wantedBy } from "../language/reply/asked.ts";
import { foldText } from "../language/text/letters.ts";
import { readImportance } from "../vault/topic/entry.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { findCandidates, type VectorEvidence } from "./candidates.ts";
import { createExpand } from "./expand.ts";
import { parseQuery } from "./query.ts";
import { type Scored, scoreCandidates, toScore, type Why } from "./score.ts";

export type { VectorEvidence } from "./candidates.ts";

/** One memory or note passage that answers a question. */
export interface Hit {
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  /** `YYYY-MM-DD`, or '' where none is known. */
  readonly date: string;
  readonly bank: string;
  /** 0 to 1, comparable across questions. */
  readonly score: number;
  /** The parts the score is made of, none of them zero. */
  readonly why: Why;
  readonly kind: "entry" | "note";
  readonly id: string;
  /** The slot it fills (`[key:: …]`), where it names one. */
  readonly key?: string;
  /** 0 to 1, where the entry says how much it matters. */
  readonly importance?: number;
  /** Words of the question that it says in other words. */
  readonly meant?: readonly string[];
}

/** A memory that may be meant. */
export interface FoundMemory {
  readonly id: string;
  readonly text: string;
  readonly date: string;
  readonly file: string;
  readonly line: number;
  /** Its id or its whole text was said. */
  readonly isExact: boolean;
}

export interface RecallOptions {
  readonly limit: number;
  readonly filter: Filter;
  readonly viewer: Viewer;
  /** `YYYY-MM-DD`: what was true until an earlier day is left out, and importance counts as of it. */
  readonly today?: string;
  /** What an embedding model finds near the question, where there is one. */
  readonly vectors?: VectorEvidence | undefined;
  /** Score below which a passage does not answer. */
  readonly floor?: number;
}

/** For what a model reads, which judges for itself and misses what it is not given; and for what is shown or spoken as an answer. */
export const floors = { prompt: 0.1, shown: 0.15 } as const;

/**
 * The passages of the index that answer a question, best first; none where nothing is relevant. Any text is a safe
 * question. Filters and visibility are applied before ranking.
 */
export function recall(db: IndexDatabase, question: string, options: RecallOptions): Hit[] {
  const { filter, viewer, today } = options;
  openVocabularies(db); // Not in the transaction, with which they would go where it fails.
  // Some hundred reads: in one transaction they see one moment, and take their locks once.
  return db.transaction(() => {
    const index = searchIndex(db, { filter, viewer, ...(today === undefined ? {} : { today }) });
    return findHits(index, question, options);
  })();
}

function findHits(index: IndexSearch, question: string, options: RecallOptions): Hit[] {
  const { today, limit, vectors, viewer, floor = floors.prompt } = options;
  const { languages } = index.totals();
  const query = parseQuery(question, {
    languages,
    ...createExpand(index, languages),
    asker: foldWord(viewer.person ?? ""),
    keep: (word, make) => index.keep(`word ${word}`, make),
  });
  const { chunks, corpus } = findCandidates(index, query, vectors);
  const hits: Hit[] = [];
  const seen = new Set<string>();
  const all = scoreCandidates(query, chunks, corpus, today);
  const scored = all.filter(({ hasEvidence }) => hasEvidence);
  const ranked = preferFitting(question, scored);
  for (const scored of ranked) {
    if (hits.length >= limit) break;
    if (toScore(scored.why) < floor) continue;
    const text = foldWord(scored.chunk.text.toLowerCase()).replace(/\s+/g, " ");
    if (!seen.has(text)) hits.push(toHit(scored));
    seen.add(text);
  }
  return hits;
}

/** How well a hit fits the question: its score without what its importance adds. */
export const fitOf = ({ why }: Pick<Hit, "why">): number => toScore(why);

function toHit({ chunk, why, ...more }: Scored): Hit {
  const { text, topic, file, line, date, bank, kind, uid, fields } = chunk;
  const meant = more.meant();
  const { key, importance: stated }: Record<string, string> = JSON.parse(fields);
  const importance = readImportance(stated);
  const parts = Object.entries(why).map(([name, part]) => [name, round(part)] as const);
  return {
    text,
    topic,
    file,
    line,
    date,
    bank,
    score: round(toScore(why)),
    why: Object.fromEntries(parts.filter(([, part]) => part !== 0)),
    kind,
    id: uid,
    ...(key && { key }),
    ...(importance !== undefined && { importance }),
    ...(meant.length > 0 && { meant }),
  };
}

const round = (number: number): number => Math.round(number * 1000) / 1000;

/** Bonus of a line that states the kind of thing asked for (a price, a name), or is about the same (health, school). */
const weights = { tells: 0.12, kind: 0.12 } as const;
/** Only so many of the best are looked at, because it takes a while; and it is no reason to be found. */
const maxLookedAt = 5;
const maxCharacters = 1_000;

/** Of the best, those first that state what the question asks for. `scored` is in order, best first. Pure. */
function preferFitting(question: string, scored: readonly Scored[]): readonly Scored[] {
  const asked = question.slice(0, maxCharacters);
  const wanted = wantedBy(foldText(asked));
  const kind = likeliestKindOf(asked);
  if (wanted === undefined && kind === null) return scored;
  const looked = scored.slice(0, maxLookedAt).map((one): Scored => {
    const { text, kind: form } = one.chunk;
    if (form === "note") return one;
    const room = Math.max(0.25, 1 - 2 * (one.why.keyword ?? 0)); // The more of the words it has, the less it needs this.
    const parts = {
      ...(wanted !== undefined && states(wanted, text) ? { tells: room * weights.tells } : {}),
      ...(kind !== null && likeliestKindOf(text) === kind ? { kind: room * weights.kind } : {}),
    };
    const { tells: time = 0, kind: sameKind = 0 } = parts;
    return { ...one, raw: one.raw + time + sameKind, why: { ...one.why, ...parts } };
  });
  return [...looked.sort((a, b) => b.raw - a.raw), ...scored.slice(maxLookedAt)];
}
