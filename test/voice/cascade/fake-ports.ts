import { LociError } from "../../../src/errors.ts";
import type { Speech, Synthesizer } from "../../../src/models/synthesize.ts";
import type { Transcriber, Transcript } from "../../../src/models/transcribe.ts";
import { createQueue } from "../../../src/voice/async/queue.ts";
import { untilAborted } from "../../../src/voice/async/read-within.ts";
import type {
  PlayOptions,
  PlayResult,
  Recorder,
  RecorderEvent,
  Speaker,
} from "../../../src/voice/audio-ports.ts";
import { type Faults, type Sounded, stepMs, type Tools } from "./faults.ts";

/** How long a sentence sounds. */
const soundMs = (text: string): number => Math.max(100, text.trim().length * 60);

const bytesOf = (ms: number): number => Math.round(ms * 16) * 2;

/** Sound that knows what is said in it: the second sample of each frame of speech. */
export function createSounds() {
  const transcripts: Transcript[] = [];
  const loudness = [0.3, 0.12, 0.2, 0.4, 0.16];
  const quiet = Int16Array.from({ length: 320 }, (_, i) => (i % 2 === 0 ? 12 : -12));
  return {
    add(transcript: Transcript): number {
      return transcripts.push(transcript);
    },
    speech(id: number, at: number, loud: number): Int16Array {
      const level = (loudness[(at / 20) % loudness.length] ?? 0.2) * 30_000 * loud;
      const pcm = Int16Array.from({ length: 320 }, (_, i) => (i % 2 === 0 ? level : -level));
      pcm[0] = 20_000;
      pcm[1] = id;
      return pcm;
    },
    silence: () => quiet,
    transcriptOf(pcm: Int16Array): Transcript {
      const ids = new Set<number>();
      for (let at = 0; at < pcm.length; at += 320) {
        if (pcm[at] === 20_000) ids.add(pcm[at + 1] ?? 0);
      }
      const said = [...ids].map((id) => transcripts[id - 1]).filter((one) => one !== undefined);
      const [first] = said;
      const text = said.map((one) => one.text).join(" ");
      return { text, language: first?.language ?? null, confidence: first?.confidence ?? null };
    },
  };
}

/** Gives what the test records. */
export function createRecorder({ tracked }: Tools) {
  const recorded = createQueue<RecorderEvent>();
  const record: Recorder["record"] = (signal) =>
    tracked("recorder", untilAborted(recorded, signal));
  return { port: { id: "a test", record }, push: recorded.push, end: recorded.close };
}

/** Knows what is said by the sound. */
export function createTranscriber(
  { faults, wait, log }: Tools,
  transcriptOf: (pcm: Int16Array) => Transcript,
): Transcriber {
  return {
    id: "a test's transcriber",
    isCloud: false,
    async transcribe(pcm, _hints, signal) {
      log.push("transcribe");
      const fault = faults.transcribe?.();
      if (fault !== undefined) return fault;
      await wait(faults.transcribes, signal);
      return transcriptOf(pcm);
    },
    probe: async () => undefined,
  };
}

/** Speech that knows its text: its number is the first sample. */
export function createVoices({ faults, wait, tracked, log }: Tools, count: number) {
  const texts: string[] = [];
  const ports = Array.from(
    { length: count },
    (_, n): Synthesizer => ({
      id: `voice ${n}`,
      isCloud: false,
      async synthesize(text, language, signal) {
        log.push(`voice ${n}: ${language}: ${text}`);
        const fault = faults.synthesize?.(n);
        if (fault !== undefined) return fault;
        await wait(faults.synthesizes, signal);
        const number = texts.push(text);
        const sound = async function* () {
          const bytes = Buffer.alloc(bytesOf(soundMs(text)));
          bytes.writeInt16LE(number);
          for (let at = 0; at < bytes.length; at += 3_200) {
            yield bytes.subarray(at, at + 3_200);
            await wait(5, signal);
          }
        };
        return { rate: 16_000, pcm: tracked("synthesizer", sound()) };
      },
      probe: async () => undefined,
    }),
  );
  return { texts, ports };
}

/** Plays in the time that it takes. */
export function createSpeaker(tools: Tools, texts: readonly string[]): Speaker {
  const { faults, sounded, tracked } = tools;
  return {
    id: "a test's speaker",
    async play(pieces, options) {
      if (faults.play !== undefined) return failed(faults.play, tools, options.signal);
      const played = { heard: 0, heardMs: 0, hasSounded: false };
      try {
        for await (const piece of tracked("speaker", pieces)) {
          await playPiece(tools, piece, { options, played, texts });
          played.heard++;
        }
      } catch (problem) {
        if (options.signal.aborted) return { ...played, isInterrupted: true };
        throw problem;
      }
      if (sounded.length > 500) sounded.splice(0, 100);
      return { ...played, isInterrupted: false };
    },
  };
}

/** What fails is its problem; what hangs, it gives up itself, as a real one does. */
async function failed(
  fault: NonNullable<Faults["play"]>,
  { wait }: Tools,
  signal: AbortSignal,
): Promise<PlayResult> {
  const over = new AbortController();
  const problemOf = (reason: string) =>
    new LociError("AUDIO_FAILED", "It takes no sound", { data: { reason } });
  const both = AbortSignal.any([signal, over.signal]);
  const stuck = wait(5_000, both).then(
    () => problemOf("stuck"),
    () => undefined,
  );
  const fails = async () => (await fault()) && undefined;
  const problem = await Promise.race([fails().catch(() => problemOf("broken")), stuck]);
  over.abort();
  const nothing = { heard: 0, heardMs: 0, isInterrupted: signal.aborted };
  return problem === undefined ? nothing : { ...nothing, problem };
}

async function playPiece(
  { sounded, wait }: Tools,
  { rate, pcm }: Speech,
  {
    options: { signal, onSound },
    played,
    texts,
  }: {
    readonly options: PlayOptions;
    readonly played: { heardMs: number; hasSounded: boolean };
    readonly texts: readonly string[];
  },
): Promise<void> {
  let entry: Sounded | undefined;
  for await (const chunk of pcm) {
    const bytes = Buffer.from(chunk);
    if (entry === undefined) {
      const text = rate === 16_000 ? (texts[bytes.readInt16LE() - 1] ?? "?") : "(sound)";
      entry = { text, share: 0 };
      sounded.push(entry);
    }
    if (!played.hasSounded) onSound?.();
    played.hasSounded = true;
    const ms = (bytes.length / 2 / rate) * 1_000;
    for (let at = 0; at < ms; at += stepMs) {
      const step = Math.min(stepMs, ms - at);
      await wait(step, signal);
      played.heardMs += step;
      entry.share += step / (rate === 16_000 ? soundMs(entry.text) : 150);
    }
  }
}
