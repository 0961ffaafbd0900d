import type { ModelEvent, Replying } from "../models/respond.ts";

/** Watches replying models: where one fails, that is reported, and other failures of the turn need not be. */
interface ReplyWatch {
  readonly watch: (model: Replying) => Replying;
  /** Whether the answer that was asked for last came to words, once it has ended. */
  readonly wentWell: () => Promise<boolean>;
}

export function createReplyWatch(): ReplyWatch {
  let last = Promise.resolve(true);
  return {
    wentWell: () => last,
    watch: (model) => ({
      ...model,
      get id() {
        return model.id;
      },
      respond(request, signal) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        last = promise;
        return watched(model.respond(request, signal), resolve);
      },
    }),
  };
}

/** The same events; to stop reading reaches the model at once. */
function watched(
  events: AsyncIterable<ModelEvent>,
  resolve: (isWell: boolean) => void,
): AsyncIterable<ModelEvent> {
  let hasWords = false;
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.asyncIterator]();
      return {
        async next() {
          const result = await iterator.next();
          const event: ModelEvent | undefined = result.done === true ? undefined : result.value;
          if (event?.type === "text") hasWords ||= event.text !== "";
          else if (event?.type === "end") resolve(hasWords && event.reason === "stop");
          else if (event?.type !== "toolCall") resolve(false);
          return result;
        },
        async return() {
          resolve(false);
          return (await iterator.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
  };
}
