import type { PromptParts } from "./prompt-layers.ts";
import type { TopicPage } from "./turn-ports.ts";

/**
 * The largest system prompt that fits. Its layers give way in the reverse order of `layers`, each wholly before the next
 * is touched; nothing is left of any where nothing fits.
 */
export function shrinkParts(
  parts: PromptParts,
  fits: (parts: PromptParts) => boolean,
): PromptParts {
  const keep = (count: number): PromptParts => {
    let left = count;
    return layers.reduce((kept, layer) => {
      const few = Math.min(left, layer.size(parts));
      left -= few;
      return layer.keep(kept, few);
    }, parts);
  };
  const size = layers.reduce((total, layer) => total + layer.size(parts), 0);
  return keep(largest((count) => fits(keep(count)), size));
}

/** The most that fits, by halves; 0 where not even 1 does. */
export function largest(fits: (count: number) => boolean, size: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A layer that can be made smaller, in steps. */
interface Layer {
  readonly size: (parts: PromptParts) => number;
  /** The parts with that many steps of it. */
  readonly keep: (parts: PromptParts, count: number) => PromptParts;
}

type ListKey = "behaviours" | "saved" | "reminders" | "slots" | "facts" | "memories";
type EarlierKey = "toolOutputs" | "earlier" | "switches" | "recent" | "resolved";

/** A list whose first or last items stay. */
function list(key: ListKey | EarlierKey, stays: "first" | "last"): Layer {
  const few = <T>(all: readonly T[], count: number): readonly T[] =>
    stays === "first" ? all.slice(0, count) : all.slice(all.length - count);
  return {
    size: (parts) => parts[key].length,
    keep: (parts, count) => ({ ...parts, [key]: few<unknown>(parts[key], count) }),
  };
}

function text(key: "persona" | "profile"): Layer {
  return {
    size: (parts) => parts[key].length,
    keep: (parts, count) => ({ ...parts, [key]: start(parts[key], count) }),
  };
}

/** The most important first. */
const layers: readonly Layer[] = [
  text("persona"),
  list("reminders", "first"),
  list("behaviours", "last"),
  list("saved", "last"),
  {
    size: ({ topic }) => (topic === undefined ? 0 : 1),
    keep: (parts, count) => (count > 0 ? parts : { ...parts, topic: undefined }),
  },
  {
    size: ({ handoff }) => handoff?.context.length ?? 0,
    keep: ({ handoff, ...parts }, count) => ({
      ...parts,
      handoff: handoff && { ...handoff, context: start(handoff.context, count) },
    }),
  },
  list("slots", "last"),
  {
    size: ({ topic }) => topic?.lines.length ?? 0,
    keep: (parts, count) => ({ ...parts, topic: parts.topic && mainLines(parts.topic, count) }),
  },
  list("facts", "first"),
  list("memories", "last"),
  text("profile"),
  list("toolOutputs", "last"),
  list("earlier", "last"),
  list("switches", "last"),
  list("recent", "first"),
  list("resolved", "first"),
];

/** A topic with so many lines: those to keep, then the newest; in the file's order. */
function mainLines(page: TopicPage, count: number): TopicPage {
  const ranked = page.lines
    .map((line, place) => ({ line, place }))
    .sort(
      (a, b) =>
        Number(b.line.keep ?? false) - Number(a.line.keep ?? false) ||
        b.line.date.localeCompare(a.line.date) ||
        b.place - a.place,
    );
  const kept = new Set(ranked.slice(0, count).map(({ line }) => line));
  return { ...page, lines: page.lines.filter((line) => kept.has(line)) };
}

function start(whole: string, count: number): string {
  if (count >= whole.length) return whole;
  return count <= 0 ? "" : `${whole.slice(0, count - 1)}…`;
}
