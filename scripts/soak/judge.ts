import type { Sample } from "./sample.ts";

/** One thing that must hold, with the figures it was judged by. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly figures: string;
}

/** What the samples of a soak show; those of the first minutes, when caches fill, do not count for slopes. */
export function judgeSoak(
  samples: readonly Sample[],
  counts: { readonly said: number; readonly taken: number; readonly kills: number },
): readonly Finding[] {
  const settled = samples.slice(Math.floor(samples.length / 3));
  const [first, last] = [settled[0], settled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const third = Math.floor(settled.length / 3);
  // What V8 takes and gives back in minutes is more than a leak would be.
  const isShort = last.at - first.at < 15 * 60;
  const early = median(settled.slice(0, third).map(({ ownMb }) => ownMb));
  const late = median(settled.slice(-third).map(({ ownMb }) => ownMb));
  const slope = slopeOf(settled.map(({ at, ownMb }) => [at / 3600, ownMb]));
  // A child that works at the moment of a sample is no leak; one that is there in nearly all of them is.
  const atRest = (some: readonly Sample[]): number =>
    Math.min(...some.map(({ children }) => children.length));
  const grown = growing(first.bytesByFile, last.bytesByFile);
  const hours = (last.at - first.at) / 3600;
  const mbWritten = (last.written - first.written) / 1e6;
  return [
    {
      what: "memory is flat",
      holds: isShort || late - early <= 8,
      figures: `${early.toFixed(1)} → ${late.toFixed(1)} MB (${slope.toFixed(1)} MB/h)${isShort ? ", too short to tell" : ""}`,
    },
    { what: "the limit killed nothing", holds: counts.kills === 0, figures: `${counts.kills}` },
    {
      what: "no child is left over",
      holds: atRest(settled.slice(-third)) <= atRest(samples.slice(0, 6)),
      figures: `at rest ${atRest(samples.slice(0, 6))} → ${atRest(settled.slice(-third))}`,
    },
    {
      what: "no open file is left over",
      holds: Math.min(...settled.slice(-third).map(({ fds }) => fds)) <= first.fds + 3,
      figures: `${first.fds} → ${last.fds}`,
    },
    {
      what: "no file grows but the vault's",
      holds: grown.every(([kind]) => kinds.some(([known]) => known === kind)),
      figures: grown.map(([kind, bytes]) => `${kind} +${Math.round(bytes / 1024)} kB`).join(", "),
    },
    {
      what: "turns are answered",
      holds: counts.taken >= counts.said * 0.8,
      figures: `${counts.taken} of ${counts.said}`,
    },
    {
      what: "written to the disk",
      holds: true,
      figures: `${mbWritten.toFixed(1)} MB in ${(hours * 60).toFixed(0)} min: ${(mbWritten / hours).toFixed(1)} MB/h`,
    },
  ];
}

/**
 * What may grow: memories with their history, what is derived from them, the conversation that waits to be digested, and
 * what has a limit of its own. The rest of a file's path does not matter: all of a kind count as one.
 */
const kinds: readonly (readonly [kind: string, RegExp])[] = [
  ["history", /^\.git\//],
  ["conversations", /^\.loci\/sessions\.db/],
  ["index", /^\.loci\/(?:index-\d+|vectors)\.db/],
  ["site", /^\.loci\/site-/],
  ["times of turns", /^\.loci\/voice-turns\.jsonl$/],
  ["own writes", /^\.loci\/writes\//],
  ["memories", /^(?!\.loci\/)/],
];

/** Bytes more, by kind, or by the path of what is of none. */
function growing(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly [string, number][] {
  const grown = new Map<string, number>();
  for (const [file, bytes] of after) {
    const name = kinds.find(([, pattern]) => pattern.test(file))?.[0] ?? file;
    grown.set(name, (grown.get(name) ?? 0) + bytes - (before.get(file) ?? 0));
  }
  return [...grown].filter(([, bytes]) => bytes > 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Of the straight line nearest to the points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
