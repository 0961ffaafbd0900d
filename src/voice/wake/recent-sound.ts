/** Sound on its way to whoever reads it; who reads too slowly loses the oldest. */
export interface RecentSound {
  push(pcm: Int16Array): void;
  /** The next 80 ms, as bytes. Rejects with the signal's reason; one call at a time. */
  next(signal: AbortSignal): Promise<Uint8Array>;
  clear(): void;
}

/** What openWakeWord takes at a time. */
const chunkSamples = 1_280;
/** Two seconds. */
const mostSamples = 25 * chunkSamples;

/** Makes one that holds nothing yet. */
export function createRecentSound(): RecentSound {
  let frames: Int16Array[] = [];
  let held = 0;
  let changed: () => void = () => undefined;
  const take = (): Uint8Array => {
    const taken = new Int16Array(chunkSamples);
    let at = 0;
    for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
      const fits = frame.subarray(0, chunkSamples - at);
      taken.set(fits, at);
      at += fits.length;
      if (at < chunkSamples) continue;
      if (fits.length < frame.length) frames.unshift(frame.subarray(fits.length));
      break;
    }
    held -= chunkSamples;
    return new Uint8Array(taken.buffer);
  };
  return {
    push(pcm) {
      frames.push(pcm.slice()); // Whoever recorded it may use its memory again.
      held += pcm.length;
      while (held > mostSamples) held -= frames.shift()?.length ?? held;
      if (held >= chunkSamples) changed();
    },
    async next(signal) {
      while (held < chunkSamples) {
        signal.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          const abort = (): void => reject(signal.reason);
          signal.addEventListener("abort", abort, { once: true });
          changed = () => {
            signal.removeEventListener("abort", abort);
            resolve();
          };
        });
      }
      signal.throwIfAborted();
      return take();
    },
    clear() {
      frames = [];
      held = 0;
    },
  };
}
