/**
 * How much longer work takes when there is twice as much of it: 2 where it is linear, 4 where it is quadratic. The best
 * of three, where it does not look linear at once. What is less than some milliseconds is noise.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  work(size);
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < 3 && best > linear; tried++) {
    const ratio = (millisecondsOf(work, 2 * size) + noise) / (millisecondsOf(work, size) + noise);
    best = Math.min(best, ratio);
  }
  return best;
}

const linear = 2.5;
const noise = 5;

/** Time of this thread alone: what else the machine does is left out. */
function millisecondsOf(work: (size: number) => unknown, size: number): number {
  const from = process.threadCpuUsage();
  work(size);
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}
