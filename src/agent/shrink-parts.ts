import { type PromptParts, promptLayers } from "./prompt-layers.ts";
import type { TopicPage } from "./turn-ports.ts";

/**
 * Makes the system prompt fit. What goes first goes wholly before the next is touched: what became of earlier
 * conversations, recent topics, switches of language, the shortened middle (oldest first), results of other agents' tools, the profile (its end), memories
 * (oldest first), the person's own facts, lines of the topic (oldest first, lines to keep last), slots, the context of a hand-off, how to answer, at last the persona's end.
 */
export function shrinkParts(
  parts: PromptParts,
  room: number,
  countTokens: (text: string) => number,
): PromptParts {
  const fits = (candidate: PromptParts): boolean => countTokens(promptLayers(candidate)) <= room;
  if (fits(parts)) return parts;
  let shrunk = parts;
  for (const lever of levers) {
    const size = lever.size(shrunk);
    if (size === 0) continue;
    const most = maxThat((count) => fits(lever.keep(shrunk, count)), size - 1);
    shrunk = lever.keep(shrunk, most);
    if (most > 0 || fits(shrunk)) return shrunk;
  }
  return shrunk;
}

/** One thing that can be made smaller, in steps. */
interface Lever {
  readonly size: (parts: PromptParts) => number;
  /** The parts with that many steps of it; all of them leave it as it is. */
  readonly keep: (parts: PromptParts, count: number) => PromptParts;
}

const levers: readonly Lever[] = [
  {
    size: ({ resolved }) => resolved.length,
    keep: (parts, count) => ({ ...parts, resolved: parts.resolved.slice(0, count) }),
  },
  {
    size: ({ recent }) => recent.length,
    keep: (parts, count) => ({ ...parts, recent: parts.recent.slice(0, count) }),
  },
  {
    size: ({ switches }) => switches.length,
    keep: (parts, count) => ({ ...parts, switches: newest(parts.switches, count) }),
  },
  {
    size: ({ earlier }) => earlier.length,
    keep: (parts, count) => ({ ...parts, earlier: newest(parts.earlier, count) }),
  },
  {
    size: ({ toolOutputs }) => toolOutputs.length,
    keep: (parts, count) => ({ ...parts, toolOutputs: newest(parts.toolOutputs, count) }),
  },
  {
    size: ({ profile }) => profile.length,
    keep: (parts, count) => ({ ...parts, profile: start(parts.profile, count) }),
  },
  {
    size: ({ memories }) => memories.length,
    keep: (parts, count) => ({ ...parts, memories: newest(parts.memories, count) }),
  },
  {
    size: ({ facts }) => facts.length,
    keep: (parts, count) => ({ ...parts, facts: parts.facts.slice(0, count) }),
  },
  {
    size: ({ topic }) => topic?.lines.length ?? 0,
    keep: (parts, count) => ({ ...parts, topic: parts.topic && mainLines(parts.topic, count) }),
  },
  {
    size: ({ slots }) => slots.length,
    keep: (parts, count) => ({ ...parts, slots: newest(parts.slots, count) }),
  },
  {
    size: ({ handoff }) => handoff?.context.length ?? 0,
    keep: ({ handoff, ...parts }, count) => ({
      ...parts,
      handoff:
        count > 0 && handoff ? { ...handoff, context: start(handoff.context, count) } : undefined,
    }),
  },
  {
    size: ({ topic }) => (topic === undefined ? 0 : 1),
    keep: (parts, count) => (count > 0 ? parts : { ...parts, topic: undefined }),
  },
  {
    size: ({ saved }) => saved.length,
    keep: (parts, count) => ({ ...parts, saved: newest(parts.saved, count) }),
  },
  {
    size: ({ behaviours }) => behaviours.length,
    keep: (parts, count) => ({ ...parts, behaviours: newest(parts.behaviours, count) }),
  },
  {
    size: ({ persona }) => persona.length,
    keep: (parts, count) => ({ ...parts, persona: start(parts.persona, count) }),
  },
];

/** The most steps that fit, by halves; 0 where not even that does. */
function maxThat(fits: (count: number) => boolean, size: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A topic with so many lines: those to keep, then the newest; in the file's order. */
function mainLines(page: TopicPage, count: number): TopicPage {
  const ranked = page.lines
    .map((line, place) => ({ line, place }))
    .sort((a, b) => rank(b.line) - rank(a.line) || byDate(b, a) || b.place - a.place);
  const kept = new Set(ranked.slice(0, count).map(({ line }) => line));
  return { ...page, lines: page.lines.filter((line) => kept.has(line)) };
}

const rank = ({ keep }: { readonly keep?: boolean }): number => (keep === true ? 1 : 0);

function byDate(a: { line: { date: string } }, b: { line: { date: string } }): number {
  if (a.line.date === b.line.date) return 0;
  return a.line.date < b.line.date ? -1 : 1;
}

const newest = <T>(list: readonly T[], count: number): readonly T[] =>
  list.slice(list.length - count);

function start(text: string, count: number): string {
  if (count >= text.length) return text;
  return count <= 0 ? "" : `${text.slice(0, count - 1)}…`;
}
