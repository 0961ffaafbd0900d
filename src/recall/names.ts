import type { FoundChunk } from "../index/found-chunks.ts";
import { keepFor } from "../index/kept.ts";
import { languageOf } from "../index/languages.ts";
import { contentTerms, nameTokens } from "../index/terms.ts";
import type { Token } from "../index/tokenize.ts";
import { fileNameOf } from "../vault/paths.ts";
import type { Query, TermGroup } from "./query.ts";

/** How a question relates to what a chunk's file is called. */
export interface Named {
  /** The question is a name of the file and no more. */
  readonly isName: boolean;
  /** The best name of which the question has every word: what it is of all that is asked for, 0 to 1. */
  readonly share: number;
}

const unnamed: Named = { isName: false, share: 0 };

/** Looks for a file's names (title, aliases, its own name) in a question; once a file. */
export function nameScorer(
  query: Query,
  weights: ReadonlyMap<TermGroup, number>,
  state: object,
): (chunk: FoundChunk) => Named {
  const all = sumOf(weights.values()) || 1;
  const groupByTerm = new Map<string, TermGroup>();
  for (const group of query.groups.toReversed()) {
    for (const { text } of group.forms) groupByTerm.set(text, group);
  }
  const found = new Map<number, Named>();
  return (chunk) => {
    const known = found.get(chunk.fileId);
    if (known !== undefined) return known;
    const names = keepNames(state, `${chunk.fileId} ${chunk.language}`, () => namesOf(chunk));
    const isName = names.some(({ tokens }) => areWords(tokens, query.words));
    const shares = names.map((name) => heldBy(name.terms(), groupByTerm));
    const share = Math.max(
      0,
      ...shares.map((groups) => (groups === undefined ? 0 : sumOf(groups.map(weightOf)) / all)),
    );
    const named = isName || share > 0 ? { isName, share } : unnamed;
    found.set(chunk.fileId, named);
    return named;
  };

  function weightOf(group: TermGroup): number {
    return weights.get(group) ?? 0;
  }
}

interface Name {
  readonly tokens: readonly Token[];
  readonly terms: () => Iterable<string>;
}

/** Some 500 bytes a file. */
const keepNames = keepFor<string, readonly Name[]>(5_000);

function namesOf({ title, file, aliases, language }: FoundChunk): readonly Name[] {
  const known: unknown = JSON.parse(aliases);
  const also = Array.isArray(known) ? known.map(String) : [];
  return [...new Set([title, fileNameOf(file), ...also])].map((name) => readName(name, language));
}

function readName(name: string, code: string): Name {
  const { tokens, days } = nameTokens(name);
  const language = languageOf(code);
  const terms: string[][] = [];
  /** One after the other, for most names are not what is asked for, and a stem costs. */
  function* inTurn(): Generator<string> {
    for (const [i, token] of tokens.entries()) {
      const own = terms[i] ?? contentTerms([token], language);
      terms[i] = own;
      yield* own;
    }
  }
  return { tokens, terms: () => (days.length > 0 ? days : inTurn()) };
}

/** The groups that a name's terms stand for; undefined where the question lacks one, or where it is one word and so says little. */
function heldBy(
  terms: Iterable<string>,
  groupByTerm: ReadonlyMap<string, TermGroup>,
): TermGroup[] | undefined {
  const held = new Set<TermGroup>();
  let count = 0;
  for (const term of terms) {
    const group = groupByTerm.get(term);
    if (group === undefined) return undefined;
    held.add(group);
    count++;
  }
  return count < 2 ? undefined : [...held];
}

/** Whether these are all of the words, in whatever order. */
function areWords(tokens: readonly Token[], words: ReadonlySet<string>): boolean {
  if (tokens.length < words.size || !tokens.every(({ text }) => words.has(text))) return false;
  return words.size > 0 && new Set(tokens.map(({ text }) => text)).size === words.size;
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
