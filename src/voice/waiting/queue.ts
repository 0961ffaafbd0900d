/** What one part makes and another reads, in order. One reader. */
export interface Queue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** What is in it is still read; what comes later is dropped. */
  close(): void;
}

/** Makes a queue; past `most` items the oldest ones are dropped. */
export function createQueue<T>(most = Number.POSITIVE_INFINITY): Queue<T> {
  const items: T[] = [];
  let isClosed = false;
  let wake: (() => void) | undefined;
  const rouse = (): void => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item) {
      if (isClosed) return;
      items.push(item);
      if (items.length > most) items.shift();
      rouse();
    },
    close() {
      isClosed = true;
      rouse();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) {
          const [item] = items.splice(0, 1);
          if (item !== undefined) yield item;
        }
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
