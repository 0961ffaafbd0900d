/** Events that come beside a stream of them. */
interface SideEvents<T> {
  /** Resolves when few enough bytes are unread for another event, or the reader is gone. */
  push(event: T, bytes?: number): Promise<void>;
  /** Both, in the order of their coming, until the stream ends. Once. */
  join(stream: AsyncIterable<T>): AsyncGenerator<T>;
}

/** Unread, more than this waits for its reader: some 30 s of speech. */
const maxBytes = 2 * 2 ** 20;

export function createSideEvents<T>(): SideEvents<T> {
  const waiting: { readonly event: T; readonly bytes: number }[] = [];
  let unread = 0;
  let isOver = false;
  let wake = (): void => {};
  let room = Promise.withResolvers<void>();
  const makeRoom = (): void => {
    room.resolve();
    room = Promise.withResolvers<void>();
  };
  const drain = function* (): Generator<T> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      yield next.event;
      unread -= next.bytes;
      if (unread <= maxBytes) makeRoom();
    }
  };
  return {
    async push(event, bytes = 0) {
      if (isOver) return;
      waiting.push({ event, bytes });
      unread += bytes;
      wake();
      while (unread > maxBytes && !isOver) await room.promise;
    },
    async *join(stream) {
      const iterator = stream[Symbol.asyncIterator]();
      try {
        let next = iterator.next();
        for (;;) {
          yield* drain();
          const { promise: news, resolve } = Promise.withResolvers<undefined>();
          wake = () => resolve(undefined);
          if (waiting.length > 0) continue;
          const result = await Promise.race([next, news]);
          if (result === undefined) continue;
          yield* drain();
          if (result.done === true) return;
          yield result.value;
          next = iterator.next();
        }
      } finally {
        isOver = true;
        makeRoom();
        await iterator.return?.();
      }
    },
  };
}
