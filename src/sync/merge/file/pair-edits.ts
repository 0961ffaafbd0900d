import type { Parts } from "./merge-parts.ts";
import { entryOf, type Unit } from "./to-units.ts";

/** By id of the base: the id that an edited unit has on one side. */
export type Edits = ReadonlyMap<string, string>;

/**
 * What units of the base became on each side, for those that are gone from there: by block id, by text, by most of
 * their words. What only stands in a unit's place is its edit where the other side edited that unit too.
 */
export function pairEdits(
  base: Parts<Unit>,
  a: Parts<Unit>,
  b: Parts<Unit>,
): { readonly a: Edits; readonly b: Edits } {
  const [inA, inB] = [new Pairs(base, a), new Pairs(base, b)];
  const isShared = ({ id }: Placed): boolean => a.has(id) && b.has(id);
  const isOwn = (placed: Placed): boolean => !isShared(placed);
  // What both sides have was edited on both, or merged before: then it is the edit of the same unit for both.
  const isGone = ({ id }: Placed): boolean => !a.has(id) && !b.has(id);
  inA.match(isGone, isShared);
  inB.adopt(inA);
  inB.match(isGone, isShared);
  inA.adopt(inB);
  for (const pairs of [inA, inB]) pairs.match(() => true, isOwn);
  const [sureA, sureB] = [new Set(inA.newByOld.keys()), new Set(inB.newByOld.keys())];
  for (const pairs of [inA, inB]) pairs.matchPlaces(0, () => true, isOwn);
  const edits = (own: Pairs, sure: ReadonlySet<string>, other: Pairs): Edits =>
    new Map([...own.newByOld].filter(([old]) => sure.has(old) || other.inPlace.has(old)));
  return { a: edits(inA, sureA, inB), b: edits(inB, sureB, inA) };
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

interface Placed {
  readonly id: string;
  readonly unit: Unit;
  /** Behind which unit that both versions have, and of what kind. */
  readonly place: string;
}

type Filter = (placed: Placed) => boolean;

/** What `of` has and `without` has not, by id. */
function missingFrom(without: Parts<Unit>, of: Parts<Unit>): Map<string, Placed> {
  const missing = new Map<string, Placed>();
  let behind = "";
  for (const [id, unit] of of) {
    if (without.has(id)) behind = id;
    else missing.set(id, { id, unit, place: `${unit.kind} ${behind}` });
  }
  return missing;
}

const maxCompared = 400;
const alike = 0.4;

class Pairs {
  readonly newByOld = new Map<string, string>();
  /** Old ids of those that were not moved. */
  readonly inPlace = new Set<string>();
  /** Those without a partner yet. */
  private readonly gone: Map<string, Placed>;
  private readonly come: Map<string, Placed>;

  constructor(base: Parts<Unit>, side: Parts<Unit>) {
    this.gone = missingFrom(side, base);
    this.come = missingFrom(base, side);
  }

  /** By block id, then by text, then by most of the words. */
  match(isOld: Filter, isNew: Filter): void {
    for (const keyOf of [(unit: Unit) => entryOf(unit)?.blockId, plainText]) {
      const news = [...this.come.values()].filter(isNew).reverse();
      const waiting = Map.groupBy(news, ({ unit }) => keyOf(unit));
      for (const old of [...this.gone.values()].filter(isOld)) {
        const key = keyOf(old.unit);
        const found = key === undefined ? undefined : waiting.get(key)?.pop();
        if (found !== undefined) this.pair(old, found);
      }
    }
    this.matchPlaces(alike, isOld, isNew);
  }

  /** In one place, those that share most words; long runs are left to their order. */
  matchPlaces(least: number, isOld: Filter, isNew: Filter): void {
    const placeOf = ({ place }: Placed): string => place;
    const newsByPlace = Map.groupBy([...this.come.values()].filter(isNew), placeOf);
    const oldsByPlace = Map.groupBy([...this.gone.values()].filter(isOld), placeOf);
    for (const [place, olds] of oldsByPlace) {
      const news = newsByPlace.get(place) ?? [];
      if (olds.length * news.length > maxCompared) continue;
      const all = olds.flatMap((old) => {
        const words = wordsOf(old.unit);
        return news.map((next) => ({ old, next, share: shareOf(words, wordsOf(next.unit)) }));
      });
      for (const { old, next, share } of all.sort((x, y) => y.share - x.share)) {
        if (share >= least && this.gone.has(old.id) && this.come.has(next.id)) this.pair(old, next);
      }
    }
  }

  /** Takes over what the other side paired, where this one has moved it. */
  adopt(other: Pairs): void {
    for (const [oldId, newId] of other.newByOld) {
      const [old, next] = [this.gone.get(oldId), this.come.get(newId)];
      if (old && next) this.pair(old, next);
    }
  }

  private pair(old: Placed, next: Placed): void {
    this.newByOld.set(old.id, next.id);
    if (old.place === next.place) this.inPlace.add(old.id);
    this.gone.delete(old.id);
    this.come.delete(next.id);
  }
}

const maxCharacters = 2_000;

/** Dates and metadata make no two memories alike. */
function wordsOf(unit: Unit): ReadonlySet<string> {
  const text = (plainText(unit) ?? unit.key).slice(0, maxCharacters);
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
