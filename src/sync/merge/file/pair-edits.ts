import type { Parts } from "./merge-parts.ts";
import { entryOf, type Unit } from "./to-units.ts";

/**
 * Both sides, with the id that it has in the base for each unit that was edited: what has the block id or the text of
 * one that is gone there; and what only stands in its place, where the other side edited it too. What both sides have
 * is nobody's edit.
 */
export function pairEdits(base: Parts<Unit>, a: Parts<Unit>, b: Parts<Unit>) {
  const [inA, inB] = [pairSide(base, a, b), pairSide(base, b, a)];
  const renamed = (side: Parts<Unit>, own: readonly Pair[], other: readonly Pair[]) => {
    const inPlace = new Set(other.filter(({ isInPlace }) => isInPlace).map(({ old }) => old));
    const edits = own.filter(({ old, isSure }) => isSure || inPlace.has(old));
    const oldByNew = new Map(edits.map(({ old, next }) => [next, old]));
    return new Map([...side].map(([id, unit]) => [oldByNew.get(id) ?? id, unit]));
  };
  return { a: renamed(a, inA, inB), b: renamed(b, inB, inA) };
}

/** The text of an entry, whether it is struck or not. */
export function plainText(unit: Unit): string | undefined {
  const entry = entryOf(unit);
  return entry && (unstruck(entry.text) ?? entry.text);
}

/** What is struck in a text that is struck as a whole. */
export function unstruck(text: string): string | undefined {
  const isStruck = text.length > 4 && text.startsWith("~~") && text.endsWith("~~");
  return isStruck ? text.slice(2, -2).replaceAll("\\~", "~") : undefined;
}

/** Two units, by their ids, of which one may have become the other. */
interface Pair {
  readonly old: string;
  readonly next: string;
  /** By block id or text. */
  readonly isSure: boolean;
  readonly isInPlace: boolean;
}

/** In one place, longer runs are left to their order. */
const maxCompared = 400;

/** By block id, then by text, then of one place those that share most words. */
function pairSide(base: Parts<Unit>, side: Parts<Unit>, other: Parts<Unit>): Pair[] {
  const pairs: Pair[] = [];
  const gone = missingFrom(side, base);
  const come = new Set([...missingFrom(base, side)].filter(({ id }) => !other.has(id)));
  const pair = (old: Placed, next: Placed, isSure: boolean): void => {
    pairs.push({ old: old.id, next: next.id, isSure, isInPlace: old.place === next.place });
    gone.delete(old);
    come.delete(next);
  };
  for (const keyOf of [(unit: Unit) => entryOf(unit)?.blockId, plainText]) {
    const waiting = Map.groupBy([...come].reverse(), ({ unit }) => keyOf(unit));
    for (const old of gone) {
      const key = keyOf(old.unit);
      const next = key === undefined ? undefined : waiting.get(key)?.pop();
      if (next !== undefined) pair(old, next, true);
    }
  }
  for (const [old, next] of neighbours(gone, come))
    if (gone.has(old) && come.has(next)) pair(old, next, false);
  return pairs;
}

/** What stands in one place, those first that share most words. */
function neighbours(gone: ReadonlySet<Placed>, come: ReadonlySet<Placed>) {
  const newsByPlace = Map.groupBy(come, ({ place }) => place);
  return [...Map.groupBy(gone, ({ place }) => place)].flatMap(([place, olds]) => {
    const news = newsByPlace.get(place) ?? [];
    if (olds.length * news.length > maxCompared) return [];
    const all = olds.flatMap((old) => {
      const words = wordsOf(old.unit);
      return news.map((next) => [old, next, shareOf(words, wordsOf(next.unit))] as const);
    });
    return all.sort(([, , one], [, , other]) => other - one);
  });
}

interface Placed {
  readonly id: string;
  readonly unit: Unit;
  /** Behind which unit that both versions have, and of what kind. */
  readonly place: string;
}

/** What `of` has and `without` has not. */
function missingFrom(without: Parts<Unit>, of: Parts<Unit>): Set<Placed> {
  const missing = new Set<Placed>();
  let behind = "";
  for (const [id, unit] of of) {
    if (without.has(id)) behind = id;
    else missing.add({ id, unit, place: `${unit.kind} ${behind}` });
  }
  return missing;
}

/** Dates and metadata make no two memories alike. */
function wordsOf(unit: Unit): ReadonlySet<string> {
  const text = (plainText(unit) ?? unit.key).slice(0, 2_000);
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

const shareOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.intersection(b).size / Math.max(a.union(b).size, 1);
