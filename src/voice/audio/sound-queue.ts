import type { Recorded } from "../audio-ports.ts";

/** What was recorded and not read yet: the newest `most` frames, and the newest news of troubles. */
export interface SoundQueue {
  push(recorded: Recorded): void;
  /** Frames that wait. */
  waiting(): number;
  /** Calls once, when at most so many frames wait. */
  whenBelow(frames: number, call: () => void): void;
  /** Everything as it comes, until the signal aborts. For one reader. */
  read(signal: AbortSignal): AsyncGenerator<Recorded>;
}

const maxNews = 100;

export function createSoundQueue(most: number, onLost: () => void): SoundQueue {
  const queue: Recorded[] = [];
  let waiting = 0;
  let wake: (() => void) | undefined;
  let room: { readonly frames: number; readonly call: () => void } | undefined;

  const dropOldest = (isFrame: boolean) => {
    const oldest = queue.findIndex((recorded) => (recorded.type === "frame") === isFrame);
    queue.splice(oldest, 1);
  };
  const take = (): Recorded | undefined => {
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
      else if (queue.length - waiting > maxNews) dropOldest(false);
      if (waiting > most) {
        dropOldest(true);
        waiting--;
        onLost();
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
