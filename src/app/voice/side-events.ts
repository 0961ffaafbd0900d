/** Events that come beside a stream of them. */
export interface SideEvents<T> {
  push(event: T): void;
  /** Both, in the order of their coming, until the stream ends. Once. */
  join(stream: AsyncIterable<T>): AsyncGenerator<T>;
}

export function createSideEvents<T>(): SideEvents<T> {
  const waiting: T[] = [];
  let wake = (): void => {};
  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    async *join(stream) {
      const iterator = stream[Symbol.asyncIterator]();
      try {
        let next = iterator.next();
        for (;;) {
          yield* waiting.splice(0);
          const { promise: news, resolve } = Promise.withResolvers<undefined>();
          wake = () => resolve(undefined);
          if (waiting.length > 0) continue;
          const result = await Promise.race([next, news]);
          if (result === undefined) continue;
          if (waiting.length > 0) yield* waiting.splice(0);
          if (result.done === true) return;
          yield result.value;
          next = iterator.next();
        }
      } finally {
        await iterator.return?.();
      }
    },
  };
}
