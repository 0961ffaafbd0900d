const minutes = [1, 5, 15, 60];

/** How long a conversation waits after its nth failed attempt (ms): 1, 5, 15 minutes, then an hour each time. */
export function backOffMs(failures: number): number {
  const step = Math.min(Math.max(failures, 1), minutes.length) - 1;
  return (minutes[step] ?? 60) * 60_000;
}
