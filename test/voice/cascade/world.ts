import { setImmediate } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";
import type { RecorderEvent, VoiceOptions } from "../../../src/voice/audio-ports.ts";
import { Cascade } from "../../../src/voice/cascade/cascade.ts";
import type { VoicePorts } from "../../../src/voice/cascade/ports.ts";
import type { TurnTimes } from "../../../src/voice/turn-times.ts";
import type { VoiceEvent } from "../../../src/voice/voice-event.ts";
import { createConversation } from "./fake-conversation.ts";
import {
  createRecorder,
  createSounds,
  createSpeaker,
  createTranscriber,
  createVoices,
} from "./fake-ports.ts";
import { type Faults, type Sounded, stepMs, type Tools, type Turn } from "./faults.ts";

/** A world of ears, mouths and models on a clock that only moves when the test says so. */
export interface World {
  readonly ports: VoicePorts;
  readonly cascade: Cascade;
  readonly events: VoiceEvent[];
  /** Messages that reached the conversation, in order. */
  readonly turns: Turn[];
  /** What was heard of the loudspeaker, in order; `share` of the last piece may be less than 1. */
  readonly sounded: Sounded[];
  readonly times: TurnTimes[];
  readonly log: string[];
  /** Iterators that were opened and not ended yet, by name. */
  readonly open: Map<string, number>;
  /** Ways to break it. */
  readonly faults: Faults;
  /** Somebody says this, from now on; then silence that ends the turn, or `after` ms of it. */
  says(text: string, how?: SaysHow): Promise<void>;
  silence(ms: number): Promise<void>;
  /** Long silence, of which the recorder gives one frame a second. */
  leap(ms: number): Promise<void>;
  /** Time passes without a sound from the recorder. */
  pass(ms: number): Promise<void>;
  record(recorded: RecorderEvent): Promise<void>;
  endRecorder(): Promise<void>;
  stop(): Promise<void>;
  isOver(): boolean;
}

interface SaysHow {
  readonly after?: number;
  readonly confidence?: number | null;
  readonly language?: string;
  /** ms */
  readonly lasts?: number;
  readonly loud?: number;
}

export interface WorldOptions {
  readonly options?: Partial<VoiceOptions>;
  readonly synthesizers?: number;
  readonly hasSpeaker?: boolean;
  readonly wakeWord?: VoicePorts["wakeWord"];
  readonly openVoiceActivity?: VoicePorts["openVoiceActivity"];
}

/** Everything that is due is done. */
const settle = (): Promise<void> => setImmediate();

/** A world in which anything that is said is meant. */
export const openListening = (given: WorldOptions = {}): Promise<World> =>
  openWorld({ ...given, options: { activation: "open", ...given.options } });

export async function openWorld(given: WorldOptions = {}): Promise<World> {
  if (!vi.isFakeTimers())
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const events: VoiceEvent[] = [];
  const open = new Map<string, number>();
  const log: string[] = [];
  const turns: Turn[] = [];
  const times: TurnTimes[] = [];
  const sounded: Sounded[] = [];
  const faults: Faults = {
    ...{ transcribe: undefined, synthesize: undefined, play: undefined, turn: undefined },
    takeBack: undefined,
    end: undefined,
    reply: (content) => `You said ${content}.`,
    ...{ thinks: 300, perWord: 20, transcribes: 200, synthesizes: 100 },
  };
  const count = (name: string, by: number): void => void open.set(name, (open.get(name) ?? 0) + by);
  const tracked = async function* <T>(name: string, source: AsyncIterable<T>): AsyncGenerator<T> {
    count(name, 1);
    try {
      yield* source;
    } finally {
      count(name, -1);
    }
  };
  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    });
  const tools: Tools = { faults, log, turns, sounded, tracked, wait };
  const sounds = createSounds();
  const recorder = createRecorder(tools);
  const options: VoiceOptions = {
    activation: "name",
    names: ["loci", "loki"],
    silenceMs: 700,
    bargeIn: "off",
    sounds: true,
    languages: ["en", "es"],
    ...given.options,
  };
  const voices = createVoices(tools, given.synthesizers ?? 2);
  const ports: VoicePorts = {
    recorder: recorder.port,
    speaker: given.hasSpeaker === false ? undefined : createSpeaker(tools, voices.texts),
    openVoiceActivity:
      given.openVoiceActivity ??
      (async () => ({
        isSpeech: (pcm) => Math.abs(pcm[0] ?? 0) > 1_000,
        close: () => log.push("vad closed"),
      })),
    transcriber: createTranscriber(tools, sounds.transcriptOf),
    synthesizers: voices.ports,
    wakeWord: given.wakeWord,
    conversation: createConversation(tools),
    options,
    keywords: async () => ["paella"],
    elapsed: () => performance.now(),
    now: () => 1_700_000_000_000 + performance.now(),
  };
  const cascade = new Cascade(ports);
  const over = new AbortController();
  let isOver = false;
  const reading = (async () => {
    for await (const event of cascade.run(over.signal)) {
      events.push(event);
      if (event.type === "latency") {
        const { type: _, ...noted } = event;
        times.push(noted);
      }
    }
    isOver = true;
  })();
  await settle();
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      vi.advanceTimersByTime(stepMs);
      await settle();
    }
  };
  let sample = 0;
  const frame = async (pcm: Int16Array): Promise<void> => {
    recorder.push({ type: "frame", frame: { pcm, sample } });
    sample += pcm.length;
    await pass(20);
  };
  const silence = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 20) await frame(sounds.silence());
  };
  return {
    ports,
    cascade,
    events,
    turns,
    sounded,
    times,
    log,
    open,
    faults,
    async says(text, how = {}) {
      const words = text.split(/\s+/).length;
      const { after = options.silenceMs + 100, lasts = Math.max(500, words * 260) } = how;
      const id = sounds.add({
        text,
        language: how.language ?? null,
        confidence: how.confidence ?? null,
      });
      for (let at = 0; at < lasts; at += 20) await frame(sounds.speech(id, at, how.loud ?? 1));
      await silence(after);
    },
    ...{ silence, pass },
    async leap(ms) {
      for (let at = 0; at < ms; at += 1_000) {
        recorder.push({ type: "frame", frame: { pcm: sounds.silence(), sample } });
        sample += 16_000;
        await vi.advanceTimersByTimeAsync(1_000);
        await settle();
      }
    },
    async record(recorded) {
      recorder.push(recorded);
      await settle();
    },
    async endRecorder() {
      recorder.end();
      await settle();
    },
    async stop() {
      over.abort();
      for (let passed = 0; !isOver && passed < 10_000; passed += stepMs) await pass(stepMs);
      await settle();
      await Promise.race([reading, settle()]);
    },
    isOver: () => isOver,
  };
}

/** What reached the conversation. */
export const contents = ({ turns }: World): string[] => turns.map(({ content }) => content);

/** What was heard, taken or not. */
export const heard = ({ events }: World) => events.filter((event) => event.type === "heard");

/** What was said aloud. */
export const spoken = ({ events }: World): string[] =>
  events.flatMap((event) => (event.type === "spoken" ? [event.text] : []));
