/**
 * How much longer work takes when there is twice as much of it, the best of three: 2 where it is linear, 4 where it is
 * quadratic. What is less than some milliseconds is noise.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  work(size);
  const ratios = [1, 2, 3].map(
    () => (millisecondsOf(work, 2 * size) + noise) / (millisecondsOf(work, size) + noise),
  );
  return Math.min(...ratios);
}

const noise = 5;

/** Time of this thread alone: what else the machine does is left out. */
function millisecondsOf(work: (size: number) => unknown, size: number): number {
  const from = process.threadCpuUsage();
  work(size);
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}
