import type { Span } from "./inline-tags.ts";

/** Whether an offset is in one of the spans; to be asked from left to right. */
export function insideOf(spans: readonly Span[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while (next < spans.length && (spans[next]?.to ?? 0) <= at) next++;
    return next < spans.length && (spans[next]?.from ?? 0) <= at;
  };
}
