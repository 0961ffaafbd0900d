const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Waits until the process is asked to stop (Ctrl-C, SIGTERM, a closed terminal) or until `work`, if any, is done, and
 * keeps the process alive meanwhile. After that the next signal ends it at once.
 */
export async function untilStopped(work: Promise<void> = new Promise(() => {})): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const alive = setInterval(() => {}, 2 ** 30); // A pending promise keeps no process alive.
  for (const name of signals) process.on(name, stop);
  try {
    await Promise.race([stopped, work]);
  } finally {
    clearInterval(alive);
    for (const name of signals) process.off(name, stop);
  }
}
