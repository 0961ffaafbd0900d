/** One thing to do later; it keeps no process alive. */
export interface Timer {
  /** In so many milliseconds, whatever was planned. */
  restart(ms: number): void;
  /** Then at the latest. */
  noLaterThan(ms: number): void;
  stop(): void;
}

/** Makes a timer at which nothing is planned yet. */
export function createTimer(onDue: () => void): Timer {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const restart = (ms: number): void => {
    clearTimeout(timer);
    dueAt = performance.now() + ms;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      onDue();
    }, ms);
    timer.unref();
  };
  return {
    restart,
    noLaterThan(ms) {
      if (performance.now() + ms < dueAt) restart(ms);
    },
    stop: () => clearTimeout(timer),
  };
}
