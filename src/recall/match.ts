import { dayTokens } from "../index/dates.ts";
import type { FoundChunk } from "../index/search.ts";
import { type Bm25, bm25, idfByGroup, sumOf } from "./bm25.ts";
import type { Query, TermForm, TermGroup } from "./query.ts";

/** A chunk with the places of what was asked for in it, word by word. */
export interface Match {
  readonly chunk: FoundChunk;
  readonly places: ReadonlyMap<TermGroup, readonly number[]>;
  /** What of it the chunk has, in these or other words. */
  readonly meant: { has(group: TermGroup): boolean };
  /** BM25 over what the best chunk could reach: 0 to 1. */
  readonly keyword: number;
  /** What the person's own words behind the entry add to that. */
  readonly said: number;
}

/** Figures about all texts. */
export interface ChunkFigures {
  readonly chunks: number;
  readonly averageTerms: number;
  /** Chunks that hold a group. */
  readonly chunksByGroup: ReadonlyMap<TermGroup, number>;
}

/** Memories are short: a long one is not longer for want of focus, so length counts little. */
const chunkBm25: Bm25 = { k1: 0.8, b: 0.3 };
const dayTerms = 3;

/** Looks for what is asked for in each candidate. */
export function matchAll(
  query: Query,
  candidates: readonly FoundChunk[],
  corpus: ChunkFigures,
): Match[] {
  const formByText = surestForms(query);
  const idf = idfByGroup(query.groups, corpus.chunksByGroup, corpus.chunks);
  const best = sumOf(idf.values()) * (chunkBm25.k1 + 1);
  const keywordOf = ({ counts, length }: Held): number => {
    const share = length / (corpus.averageTerms + dayTerms);
    return best === 0 ? 0 : bm25(weigh(counts, idf), share, chunkBm25) / best;
  };
  const find = termFinder(formByText);
  const asksDay = query.groups.some(({ isDate }) => isDate);
  return candidates.map((chunk) => {
    const { terms, said, date, language } = chunk;
    // Days that nobody asks for only lengthen the text.
    const days = asksDay ? dayTokens(date) : date === "" ? [] : unaskedDay;
    const own = terms.split(" ").concat(days);
    const held = find(said === "" ? own : own.concat(said.split(" ")), language);
    const { places, counts: meant } = held;
    const keyword = keywordOf(held);
    const ownKeyword = said === "" ? keyword : keywordOf(find(own, language));
    return { chunk, places, meant, keyword, said: Math.max(0, keyword - ownKeyword) };
  });
}

const unaskedDay: readonly string[] = Array.from({ length: dayTerms }, () => "");

type FormOf = TermForm & { readonly group: TermGroup };

/** A term that stands for several words of a question counts for the one that it surely is, else for the first. */
function surestForms(query: Query): Map<string, FormOf> {
  const surest = new Map<string, FormOf>();
  for (const group of query.groups) {
    for (const form of group.forms) {
      const { text, weight } = form;
      if (weight > (surest.get(text)?.weight ?? 0)) surest.set(text, { ...form, group });
    }
  }
  return surest;
}

/** What a text holds of what is asked for: how often, and where. */
interface Held {
  readonly counts: ReadonlyMap<TermGroup, number>;
  readonly places: ReadonlyMap<TermGroup, readonly number[]>;
  /** Terms in the text. */
  readonly length: number;
}

const nothing: Pick<Held, "counts" | "places"> = { counts: new Map(), places: new Map() };

/** Looks for the forms of a question among the terms of texts. */
function termFinder(
  formByText: ReadonlyMap<string, FormOf>,
): (terms: readonly string[], language: string) => Held {
  // By first letter and length: most terms need no look into the map, which would hash them first.
  const sieve = new Uint8Array(1024);
  const cellOf = (term: string): number => ((term.charCodeAt(0) & 63) << 4) | (term.length & 15);
  for (const text of formByText.keys()) sieve[cellOf(text)] = 1;
  const formOf = (term: string, language: string): FormOf | undefined => {
    const form = sieve[cellOf(term)] === 1 ? formByText.get(term) : undefined;
    return form?.languages?.includes(language) === false ? undefined : form;
  };
  return (terms, language) => {
    let held: { counts: Map<TermGroup, number>; places: Map<TermGroup, number[]> } | undefined;
    for (let place = 0; place < terms.length; place++) {
      const form = formOf(terms[place] ?? "", language);
      if (form === undefined) continue;
      held ??= { counts: new Map(), places: new Map() };
      const { counts, places } = held;
      counts.set(form.group, (counts.get(form.group) ?? 0) + form.weight);
      if (form.isRelated === true) continue;
      const before = places.get(form.group);
      if (before === undefined) places.set(form.group, [place]);
      else before.push(place);
    }
    return { ...(held ?? nothing), length: terms.length };
  };
}

function weigh(counts: ReadonlyMap<TermGroup, number>, idf: ReadonlyMap<TermGroup, number>) {
  return [...counts].map(([group, count]) => ({ weight: idf.get(group) ?? 0, count }));
}
