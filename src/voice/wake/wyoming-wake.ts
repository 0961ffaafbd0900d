import type { LociError } from "../../errors.ts";
import { speechFormat, type WyomingConnection } from "../../models/wyoming/connection.ts";
import { keepTrying } from "../async/keep-trying.ts";
import { createQueue, type Queue } from "../async/queue.ts";

/** A wake word detector. */
export type WakeWord = ReturnType<typeof createWyomingWake>;

const usualTimes = { pause: 500, longest: 30_000, steady: 5_000 };

/** Most sound that waits for a slow server: two seconds. Beyond that the oldest is dropped. */
const maxFrames = 100;

/**
 * Creates a wake word detector from a Wyoming server (wyoming-openwakeword), which decides what the wake words are. It
 * reconnects whenever the connection ends. `open` connects to the server until the signal aborts, and has its own time limit.
 */
export function createWyomingWake(
  open: (signal: AbortSignal) => Promise<WyomingConnection>,
  times = usualTimes,
) {
  const over = new AbortController();
  const { signal } = over;
  let sound = createQueue<Int16Array>(maxFrames);
  return {
    id: "wyoming",
    /** Feeds it sound, without waiting. */
    push: (pcm: Int16Array): void => sound.push(pcm.slice()),
    /** `wake` is called for each detection, `trouble` on each failure, and with undefined where it works. */
    start(wake: () => void, trouble: (error: LociError | undefined) => void): void {
      const listen = async (works: () => void): Promise<void> => {
        const connection = await open(signal);
        sound = createQueue(maxFrames);
        // What cannot be sent shows where detections are read: the connection is gone.
        const sending = sendSound(connection, sound).catch(() => connection.close());
        try {
          for (;;) {
            await connection.next("detection");
            works();
            wake();
          }
        } finally {
          sound.close();
          connection.close();
          await sending;
        }
      };
      void keepTrying(listen, times, trouble, signal);
    },
    close: (): void => over.abort(),
  };
}

async function sendSound(connection: WyomingConnection, sound: Queue<Int16Array>): Promise<void> {
  await connection.send({ type: "detect", data: {} });
  await connection.send({ type: "audio-start", data: speechFormat });
  for await (const chunk of sound) {
    const payload = new Uint8Array(chunk.buffer);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
}
