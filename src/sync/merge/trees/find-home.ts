import type { Side, Source } from "./find-moves.ts";

/** The path that an entry of a file went to; undefined where it did not. */
export type FindHome = (text: string) => string | undefined;

/**
 * For what a side added to a file: the home of the entry that it is an edit of, else of the one before it, else of the
 * one behind it. Where the file is gone on the other side, neighbours that went nowhere do not count.
 */
export function createFollow(
  source: Source,
  side: Side,
  homeOf: FindHome,
  isAlive: boolean,
): FindHome {
  const texts = source[side]?.blocks.map(({ text }) => text) ?? [];
  const base = source.base.blocks.map(({ text }) => text);
  const placeInBase = new Map(base.map((text, at) => [text, at]));
  const placeHere = new Map(texts.map((text, at) => [text, at]));
  const isLost = (text: string): boolean => !placeHere.has(text) && !source.moved[side].has(text);

  return (text) => {
    const at = placeHere.get(text);
    if (at === undefined || placeInBase.has(text)) return undefined;
    const before = texts.slice(0, at).findLast((other) => placeInBase.has(other));
    const behind = texts.slice(at + 1).find((other) => placeInBase.has(other));
    const from = before === undefined ? 0 : (placeInBase.get(before) ?? 0) + 1;
    const to = behind === undefined ? base.length : placeInBase.get(behind);
    const replaced = nearest(text, base.slice(from, to).filter(isLost));
    const anchors = [replaced, before, behind].filter((anchor) => anchor !== undefined);
    const homes = anchors.map(homeOf);
    return isAlive ? homes[0] : homes.find((home) => home !== undefined);
  };
}

/** The one of these texts that this one is most likely an edit of. */
function nearest(text: string, others: readonly string[]): string | undefined {
  const words = wordsOf(text);
  const shares = others.map((other) => {
    const theirs = wordsOf(other);
    const shared = [...words].filter((word) => theirs.has(word)).length;
    return { other, share: shared / Math.max(1, words.size, theirs.size) };
  });
  const best = shares.sort((a, b) => b.share - a.share)[0];
  return best && best.share >= 0.25 ? best.other : undefined;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
