import { LociError } from "../../errors.ts";
import type { WyomingConnection } from "../../models/wyoming/connection.ts";
import { speechFormat } from "../../models/wyoming/events.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { createFrameCutter } from "../audio/frame-cutter.ts";
import type { WakeWord } from "../audio-ports.ts";
import { keepListening, usualWakeTimes, type WakeProgress, type WakeTimes } from "./wake-loop.ts";

interface WyomingWakeOptions {
  /** Connects to the server; has its own timeout. */
  readonly open: () => Promise<WyomingConnection>;
  /** Wake words to listen for (default: all that the server knows). */
  readonly names?: readonly string[];
  readonly times?: WakeTimes;
}

/** Creates a wake word detector from a Wyoming server (wyoming-openwakeword). It reconnects whenever the connection ends. */
export function createWyomingWake(options: WyomingWakeOptions): WakeWord {
  const { open, names = [], times = usualWakeTimes } = options;
  const over = new AbortController();
  const cut = createFrameCutter(chunkSamples);
  let sound = createQueue<Int16Array>(maxChunks);
  let justDetected = false;
  return {
    id: names.length === 0 ? "wyoming" : `wyoming (${names.join(", ")})`,
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
        return await listenOver(
          connection,
          { names, openSound, wake, started: progress.started },
          signal,
        );
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

interface Ears {
  readonly names: readonly string[];
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
  { names, openSound, started }: Ears,
  signal: AbortSignal,
): Promise<never> {
  await connection.send({ type: "detect", data: names.length === 0 ? {} : { names } });
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
