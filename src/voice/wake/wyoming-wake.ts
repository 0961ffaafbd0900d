import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import type { WyomingConnection } from "../../models/wyoming/connection.ts";
import { speechFormat } from "../../models/wyoming/events.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { createFrameCutter } from "../audio/frame-cutter.ts";
import type { WakeWord } from "../audio-ports.ts";

interface WakeTimes {
  /** Pause before it connects again (ms), doubled each time up to `longest`. */
  readonly pause: number;
  readonly longest: number;
  /** How long a connection must stand to count as working again (ms). */
  readonly steady: number;
}

const usualTimes: WakeTimes = { pause: 500, longest: 30_000, steady: 5_000 };

/**
 * Creates a wake word detector from a Wyoming server (wyoming-openwakeword), which decides what the wake words are. It
 * reconnects whenever the connection ends. `open` connects to the server, and has its own timeout.
 */
export function createWyomingWake(
  open: () => Promise<WyomingConnection>,
  times = usualTimes,
): WakeWord {
  const over = new AbortController();
  const cut = createFrameCutter(chunkSamples);
  let sound = createQueue<Int16Array>(maxChunks);
  let justDetected = false;
  return {
    id: "wyoming",
    push(pcm) {
      const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      for (const chunk of cut(bytes)) sound.push(chunk);
    },
    start(on) {
      const listen = async (progress: WakeProgress, signal: AbortSignal): Promise<never> => {
        const connection = await open();
        const openSound = (): Queue<Int16Array> => {
          sound = createQueue(maxChunks);
          return sound;
        };
        const wake = (): void => {
          progress.hears();
          if (signal.aborted || justDetected) return;
          justDetected = true;
          const forget = (): void => {
            justDetected = false;
          };
          setTimeout(forget, minBetween).unref();
          on.wake();
        };
        return await listenOver(connection, { openSound, wake, started: progress.started }, signal);
      };
      keepListening(listen, on, times, over.signal).catch(() => undefined); // It never rejects.
    },
    close: () => over.abort(),
  };
}

/** openWakeWord takes 80 ms at a time. */
const chunkSamples = 1_280;
/** Most sound that waits for a slow server: two seconds. Beyond that the oldest is dropped. */
const maxChunks = 25;
/** Detections closer together than this (ms) count once: they are the same word, or a flood. */
const minBetween = 1_000;

/** How a connection reports progress. */
interface WakeProgress {
  /** It stands; it counts as working after `steady` ms without a failure. */
  readonly started: () => void;
  /** It has detected something, so it works. */
  readonly hears: () => void;
}

/**
 * Listens until the signal aborts, again after each failure. `listen` rejects with the failure, which is reported once
 * until it works again. Never rejects.
 */
async function keepListening(
  listen: (progress: WakeProgress, signal: AbortSignal) => Promise<never>,
  on: Parameters<WakeWord["start"]>[0],
  times: WakeTimes,
  signal: AbortSignal,
): Promise<void> {
  let isReported = false;
  let pause = times.pause;
  const hears = (): void => {
    pause = times.pause;
    if (isReported && !signal.aborted) on.trouble(undefined);
    isReported = false;
  };
  while (!signal.aborted) {
    let steady: NodeJS.Timeout | undefined;
    const started = (): void => {
      steady ??= setTimeout(hears, times.steady);
    };
    try {
      await listen({ started, hears }, signal);
    } catch (error) {
      clearTimeout(steady);
      if (signal.aborted) return;
      if (!isReported) on.trouble(toWakeError(error));
      isReported = true;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(times.longest, pause * 2);
  }
}

function toWakeError(error: unknown): LociError {
  if (error instanceof LociError) return error;
  const sentence = `Cannot hear the wake word: ${messageOf(error)}`;
  return new LociError("AUDIO_FAILED", sentence, { cause: error });
}

interface Ears {
  /** Starts a new, empty queue of sound. */
  readonly openSound: () => Queue<Int16Array>;
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
  { openSound, started }: Ears,
  signal: AbortSignal,
): Promise<never> {
  await connection.send({ type: "detect", data: {} });
  await connection.send({ type: "audio-start", data: speechFormat });
  started();
  const sound = openSound();
  signal.addEventListener("abort", sound.close, { once: true });
  if (signal.aborted) sound.close();
  for await (const chunk of sound) {
    signal.throwIfAborted();
    const payload = new Uint8Array(chunk.buffer);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
  throw signal.reason;
}

async function readDetections(
  connection: WyomingConnection,
  { wake }: Ears,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    const event = await connection.next(signal);
    if (event === undefined) throw failure("the server hung up; look at its log");
    if (event.type === "error") throw failure("the server failed; look at its log");
    if (event.type === "detection") wake();
  }
}

function failure(state: string): LociError {
  return new LociError("MODEL_FAILED", `Cannot hear the wake word: ${state}`, {
    data: { reason: "connection", passing: true },
  });
}
