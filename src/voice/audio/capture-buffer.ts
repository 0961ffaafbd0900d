import type { RecorderEvent } from "../audio-ports.ts";

/** Recorded but unread: the newest frames and the newest status events (trouble, mended). */
export interface CaptureBuffer {
  push(recorded: RecorderEvent): void;
  /** Number of unread frames. */
  waiting(): number;
  /** Calls back once, as soon as at most `frames` frames are unread. */
  whenBelow(frames: number, call: () => void): void;
  /** Yields everything as it comes, until the signal aborts. One reader. */
  read(signal: AbortSignal): AsyncGenerator<RecorderEvent>;
}

const maxStatusEvents = 100;

export function createCaptureBuffer(maxFrames: number): CaptureBuffer {
  const queue: RecorderEvent[] = [];
  let waiting = 0;
  let wake: (() => void) | undefined;
  let room: { readonly frames: number; readonly call: () => void } | undefined;

  const dropOldest = (isFrame: boolean) => {
    const oldest = queue.findIndex((recorded) => (recorded.type === "frame") === isFrame);
    queue.splice(oldest, 1);
  };
  const take = (): RecorderEvent | undefined => {
    const recorded = queue.shift();
    if (recorded?.type === "frame") waiting--;
    if (room !== undefined && waiting <= room.frames) {
      const { call } = room;
      room = undefined;
      call();
    }
    return recorded;
  };

  return {
    push: (recorded) => {
      queue.push(recorded);
      if (recorded.type === "frame") waiting++;
      else if (queue.length - waiting > maxStatusEvents) dropOldest(false);
      if (waiting > maxFrames) {
        dropOldest(true);
        waiting--;
      }
      wake?.();
    },
    waiting: () => waiting,
    whenBelow: (frames, call) => {
      if (waiting <= frames) call();
      else room = { frames, call };
    },
    read: async function* (signal) {
      const stop = () => wake?.();
      signal.addEventListener("abort", stop);
      try {
        while (!signal.aborted) {
          const recorded = take();
          if (recorded !== undefined) {
            yield recorded;
            continue;
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
          wake = undefined;
        }
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}
