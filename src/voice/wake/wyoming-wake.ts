import { LociError } from "../../errors.ts";
import type { WyomingConnection } from "../../models/wyoming/connection.ts";
import { speechFormat } from "../../models/wyoming/events.ts";
import type { WakeWord } from "../audio-ports.ts";
import { createRecentSound, type RecentSound } from "./recent-sound.ts";
import { keepListening, usualWakeTimes, type WakeProgress, type WakeTimes } from "./wake-loop.ts";

export interface WyomingWakeOptions {
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
          setTimeout(forget, leastBetween).unref();
          on.wake();
        };
        return await converse(
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
const leastBetween = 1_000;

interface Ears {
  readonly names: readonly string[];
  readonly sound: RecentSound;
  readonly wake: () => void;
  readonly started: () => void;
}

async function converse(
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
