/** Resolves when the process is asked to stop (Ctrl-C, SIGTERM, a closed terminal); a second signal ends it at once. */
export function untilStopped(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(name, () => resolve());
    signal?.addEventListener("abort", () => resolve(), { once: true });
    // A pending promise keeps no process alive: this does, until it is told to stop.
    const alive = setInterval(() => {}, 1 << 30);
    signal?.addEventListener("abort", () => clearInterval(alive), { once: true });
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(name, () => clearInterval(alive));
    }
  });
}
