/** An asynchronous queue with one reader. */
export interface Queue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Adds an item; resolves once it was taken, or nobody will take it. */
  pass(item: T): Promise<void>;
  /** Ends the iteration once the items in it are read; later items are dropped. */
  close(): void;
}

/** Creates a queue of at most `most` items; beyond that the oldest are dropped. */
export function createQueue<T>(most = Number.POSITIVE_INFINITY): Queue<T> {
  const items: { readonly item: T; readonly taken?: () => void }[] = [];
  let isClosed = false;
  let wake = (): void => {};
  const add = (item: T, taken?: () => void): void => {
    if (isClosed) {
      taken?.();
      return;
    }
    items.push(taken === undefined ? { item } : { item, taken });
    if (items.length > most) items.shift()?.taken?.();
    wake();
  };
  return {
    push: (item) => add(item),
    pass: (item) => new Promise((resolve) => add(item, resolve)),
    close() {
      isClosed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          for (let next = items.shift(); next !== undefined; next = items.shift()) {
            next.taken?.();
            yield next.item;
          }
          if (isClosed) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        isClosed = true;
        for (const { taken } of items.splice(0)) taken?.();
      }
    },
  };
}
