import type { Unit } from "./to-units.ts";

/** A version of a file in units, in order and by id. */
export interface Side {
  readonly ids: readonly string[];
  readonly unitById: ReadonlyMap<string, Unit>;
  /** The id before each, "" for the first. */
  readonly before: ReadonlyMap<string, string>;
}

/** By id of the base: the id that an edited unit has on one side. */
export type Edits = ReadonlyMap<string, string>;

/**
 * What units of the base became on each side, for those that are gone from there: by block id, by text, by most of
 * their words. What only stands in a unit's place is its edit where the other side edited that unit too.
 */
export function pairEdits(base: Side, a: Side, b: Side): { readonly a: Edits; readonly b: Edits } {
  const [inA, inB] = [new Pairs(base, a), new Pairs(base, b)];
  // What both sides have was edited on both, or merged before: then it is the edit of the same unit for both.
  const isGone = (id: string): boolean => !a.unitById.has(id) && !b.unitById.has(id);
  const isShared = (id: string): boolean => a.unitById.has(id) && b.unitById.has(id);
  inA.match(isGone, isShared);
  inB.adopt(inA);
  inB.match(isGone, isShared);
  inA.adopt(inB);
  for (const pairs of [inA, inB])
    pairs.match(
      () => true,
      (id) => !isShared(id),
    );
  const [sureA, sureB] = [new Set(inA.byOld.keys()), new Set(inB.byOld.keys())];
  for (const pairs of [inA, inB]) pairs.matchByPlace((id) => !isShared(id));
  const edits = (own: Pairs, sure: ReadonlySet<string>, other: Pairs): Edits =>
    new Map([...own.byOld].filter(([old]) => sure.has(old) || other.inPlace.has(old)));
  return { a: edits(inA, sureA, inB), b: edits(inB, sureB, inA) };
}

/** The text of an entry, whether it is struck or not. */
export function plainText({ entry }: Unit): string | undefined {
  if (entry === undefined) return undefined;
  return unstruck(entry.entry.text) ?? entry.entry.text;
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

/** What `of` has and `without` has not. */
function withPlaces(of: Side, without: Side): Placed[] {
  const placed: Placed[] = [];
  let behind = "";
  for (const id of of.ids) {
    const unit = of.unitById.get(id);
    if (without.unitById.has(id)) behind = id;
    else if (unit !== undefined) placed.push({ id, unit, place: `${unit.kind} ${behind}` });
  }
  return placed;
}

const maxCompared = 400;
const alike = 0.4;

class Pairs {
  readonly byOld = new Map<string, string>();
  /** Old ids of those that were not moved. */
  readonly inPlace = new Set<string>();
  private readonly news = new Set<string>();
  private readonly gone: readonly Placed[];
  private readonly come: readonly Placed[];

  constructor(base: Side, side: Side) {
    this.gone = withPlaces(base, side);
    this.come = withPlaces(side, base);
  }

  /** By block id, then by text, where there are several of a text in one place first; then by most of the words. */
  match(isOld: IsMeant, isNew: IsMeant): void {
    const keys: ((placed: Placed) => string | undefined)[] = [
      ({ unit }) => unit.entry?.entry.blockId,
      ({ unit, place }) => unit.entry && `${place}\0${plainText(unit)}`,
      ({ unit }) => plainText(unit),
    ];
    for (const keyOf of keys) {
      const waiting = Map.groupBy(this.comeLeft(isNew).reverse(), keyOf);
      for (const old of this.goneLeft(isOld)) {
        const key = keyOf(old);
        const found = key === undefined ? undefined : waiting.get(key)?.pop();
        if (found !== undefined) this.add(old, found);
      }
    }
    for (const { olds, news } of this.placesLeft(isOld, isNew)) this.matchByLikeness(olds, news);
  }

  /** In one place, those that share most words; long runs are left to their order. */
  private matchByLikeness(olds: readonly Placed[], news: readonly Placed[]): void {
    if (olds.length * news.length > maxCompared) return;
    const all = olds.flatMap((old) => {
      const words = wordsOf(old.unit);
      return news.map((next) => ({ old, next, share: shareOf(words, wordsOf(next.unit)) }));
    });
    for (const { old, next, share } of all.sort((x, y) => y.share - x.share)) {
      const isFree = !this.byOld.has(old.id) && !this.news.has(next.id);
      if (isFree && share >= alike) this.add(old, next);
    }
  }

  /** Where as many came as went, each is taken for the edit of one. */
  matchByPlace(isNew: IsMeant): void {
    for (const { olds, news } of this.placesLeft(() => true, isNew)) {
      const pairs = news.flatMap((next, i) => (olds[i] ? [{ old: olds[i], next }] : []));
      if (olds.length === news.length) for (const { old, next } of pairs) this.add(old, next);
    }
  }

  /** Takes over what the other side paired, where this one has moved it. */
  adopt(other: Pairs): void {
    const come = new Map(this.comeLeft().map((placed) => [placed.id, placed]));
    for (const old of this.goneLeft()) {
      const next = come.get(other.byOld.get(old.id) ?? "");
      if (next !== undefined) this.add(old, next);
    }
  }

  /** What went and came at each place, and has no partner yet. */
  private placesLeft(isOld: IsMeant, isNew: IsMeant) {
    const newsByPlace = Map.groupBy(this.comeLeft(isNew), ({ place }) => place);
    const oldsByPlace = Map.groupBy(this.goneLeft(isOld), ({ place }) => place);
    return [...oldsByPlace].map(([place, olds]) => ({ olds, news: newsByPlace.get(place) ?? [] }));
  }

  private add(old: Placed, next: Placed): void {
    this.byOld.set(old.id, next.id);
    if (old.place === next.place) this.inPlace.add(old.id);
    this.news.add(next.id);
  }

  private goneLeft(isOld: IsMeant = () => true): Placed[] {
    return this.gone.filter(({ id }) => !this.byOld.has(id) && isOld(id));
  }

  private comeLeft(isNew: IsMeant = () => true): Placed[] {
    return this.come.filter(({ id }) => !this.news.has(id) && isNew(id));
  }
}

type IsMeant = (id: string) => boolean;

const maxCharacters = 2_000;

/** Dates and metadata make no two memories alike. */
function wordsOf(unit: Unit): ReadonlySet<string> {
  return new Set(
    (plainText(unit) ?? unit.key)
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
