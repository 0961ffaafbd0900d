/** An asynchronous queue with one reader. */
export interface Queue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Ends the iteration once the items in it are read; later items are dropped. */
  close(): void;
}

/** Creates a queue of at most `most` items; beyond that the oldest are dropped. */
export function createQueue<T>(most = Number.POSITIVE_INFINITY): Queue<T> {
  const items: T[] = [];
  let isClosed = false;
  let wake = (): void => {};
  return {
    push(item) {
      if (isClosed) return;
      items.push(item);
      if (items.length > most) items.shift();
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield* items.splice(0, 1);
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
