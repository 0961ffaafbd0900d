import { LociError } from "../../errors.ts";
import type { WyomingConnection } from "../../models/wyoming/connection.ts";
import { speechFormat } from "../../models/wyoming/events.ts";
import type { WakeWord } from "../audio-ports.ts";
import { keepListening, usualWakeTimes, type WakeProgress, type WakeTimes } from "./wake-loop.ts";

interface WyomingWakeOptions {
  /** Connects, within a time of its own. */
  readonly open: () => Promise<WyomingConnection>;
  /** Wake words to listen for; all that the server has where none is named. */
  readonly names?: readonly string[];
  readonly times?: WakeTimes;
}

/** A Wyoming server that hears the wake word (wyoming-openwakeword). Connects again for as long as it is open. */
export function createWyomingWake(options: WyomingWakeOptions): WakeWord {
  const { open, names = [], times = usualWakeTimes } = options;
  const over = new AbortController();
  const sound = createRecentSound();
  let isJustTold = false;
  return {
    id: names.length === 0 ? "wyoming" : `wyoming (${names.join(", ")})`,
    push: (pcm) => sound.push(pcm),
    start(on) {
      const listen = async (progress: WakeProgress, signal: AbortSignal): Promise<never> => {
        const connection = await open();
        const wake = (): void => {
          progress.hears();
          if (signal.aborted || isJustTold) return;
          isJustTold = true;
          const forget = (): void => {
            isJustTold = false;
          };
          setTimeout(forget, minBetween).unref();
          on.wake();
        };
        return await listenOver(
          connection,
          { names, sound, wake, started: progress.started },
          signal,
        );
      };
      keepListening(listen, on, times, over.signal).catch(() => undefined); // It never rejects.
    },
    close: () => over.abort(),
  };
}

/** Nobody says the word more often (ms): whatever comes within it is the same word, or a server that floods. */
const minBetween = 1_000;

interface Ears {
  readonly names: readonly string[];
  readonly sound: RecentSound;
  readonly wake: () => void;
  readonly started: () => void;
}

async function listenOver(
  connection: WyomingConnection,
  ears: Ears,
  signal: AbortSignal,
): Promise<never> {
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const reading = readDetections(connection, ears, both);
  const sending = sendSound(connection, ears, both);
  try {
    return await Promise.race([reading, sending]);
  } finally {
    ended.abort();
    connection.close();
    await Promise.allSettled([reading, sending]);
  }
}

async function sendSound(
  connection: WyomingConnection,
  { names, sound, started }: Ears,
  signal: AbortSignal,
): Promise<never> {
  await connection.send({ type: "detect", data: names.length === 0 ? {} : { names } });
  await connection.send({ type: "audio-start", data: speechFormat });
  started();
  sound.clear(); // What was said before it listened is past.
  for (;;) {
    const payload = await sound.next(signal);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
}

async function readDetections(
  connection: WyomingConnection,
  { names, wake }: Ears,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    const event = await connection.next(signal);
    if (event === undefined) throw failure("the server hung up; look at its log");
    if (event.type === "error") throw failure("the server failed; look at its log");
    const { name } = event.data;
    const isWanted = names.length === 0 || typeof name !== "string" || names.includes(name);
    if (event.type === "detection" && isWanted) wake();
  }
}

function failure(state: string): LociError {
  return new LociError("MODEL_FAILED", `Cannot hear the wake word: ${state}`, {
    data: { reason: "connection", passing: true },
  });
}

/** Sound on its way to whoever reads it; who reads too slowly loses the oldest. */
interface RecentSound {
  push(pcm: Int16Array): void;
  /** The next 80 ms, as bytes. Rejects with the signal's reason; one call at a time. */
  next(signal: AbortSignal): Promise<Uint8Array>;
  clear(): void;
}

/** What openWakeWord takes at a time. */
const chunkSamples = 1_280;
/** Two seconds. */
const maxSamples = 25 * chunkSamples;

/** Makes one that holds nothing yet. */
function createRecentSound(): RecentSound {
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
      while (held > maxSamples) held -= frames.shift()?.length ?? held;
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
