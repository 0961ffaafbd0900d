import { expect, onTestFinished } from "vitest";
import type { Loci } from "../../../src/app/loci.ts";
import type { VoiceRequest } from "../../../src/app/voice/open-voice.ts";
import { createQueue } from "../../../src/voice/async/queue.ts";
import { untilAborted } from "../../../src/voice/async/read-within.ts";
import { readWav } from "../../../src/voice/audio/read-wav.ts";
import {
  frameSamples,
  type PlayResult,
  type Recorder,
  type RecorderEvent,
  type Speaker,
} from "../../../src/voice/audio-ports.ts";
import type { VoiceEvent } from "../../../src/voice/voice-event.ts";
import { useRealtimeServer } from "../../models/openai/realtime-server.ts";
import type { RealtimeServer } from "../../models/openai/realtime-session.ts";
import { type SpeechServer, startSpeechServer } from "../../models/speech-server.ts";
import { type Script, type WatchedVault, watchVault } from "../../watched-vault.ts";
import { voiceLike } from "./voice-like.ts";

/** A room with a person, a live model at a strict server, and the servers of a cascade, in a vault of its own. */
export interface LiveRoom {
  readonly server: RealtimeServer;
  readonly cascade: SpeechServer;
  readonly vault: WatchedVault;
  readonly loci: Loci;
  readonly events: VoiceEvent[];
  /** What was played: a piece's rate (24,000 by the live model too) and how many ms of it were heard. */
  readonly played: { readonly rate: number; ms: number }[];
  /** From now on only so much of a reply is heard before somebody interrupts it (ms). */
  hearsUpTo: number | undefined;
  /** Somebody speaks for `ms`, and is silent for as long as ends a turn. */
  says(ms?: number): void;
  /** Nobody speaks for `ms`. */
  isQuiet(ms: number): void;
  /** A message by text in the same session. */
  type(text: string): Promise<void>;
  /** Waits until there are so many events of a type. */
  until(type: VoiceEvent["type"], count: number): Promise<void>;
  untilTrue(isSo: () => boolean): Promise<void>;
  of<T extends VoiceEvent["type"]>(type: T): Extract<VoiceEvent, { type: T }>[];
  /** The session's messages and events, as they are kept. */
  kept(): ReturnType<Loci["sessions"]["read"]>;
  sessionId(): string;
  stop(): Promise<void>;
}

export interface RoomOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: Script;
  readonly conversation?: VoiceRequest["conversation"];
  readonly key?: string;
  /** Name of a far machine, at which the server is. */
  readonly isFar?: string;
  /** A room that was there before, whose vault and servers this one uses too. */
  readonly before?: Pick<LiveRoom, "vault" | "server" | "cascade">;
}

export async function openRoom(options: RoomOptions = {}): Promise<LiveRoom> {
  const { before } = options;
  const server =
    before?.server ??
    (await useRealtimeServer(options.key === undefined ? {} : { key: options.key }));
  const cascade = before?.cascade ?? (await useSpeechServer());
  const env = {
    LOCI_VOICE_ORCHESTRATOR: "live",
    LOCI_VOICE_LIVE_URL: server.url.replace("127.0.0.1", options.isFar ?? "127.0.0.1"),
    LOCI_VOICE_ACTIVATION: "open",
    LOCI_VOICE_BARGE_IN: "speech",
    LOCI_VOICE_TRANSCRIBER_URL: cascade.url,
    LOCI_VOICE_TRANSCRIBER_MODEL: "test-model",
    LOCI_VOICE_SYNTHESIZER_URL: cascade.url,
    LOCI_VOICE_SYNTHESIZER_MODEL: "test-model",
    LOCI_LANGUAGES: "en,es",
    ...options.env,
  };
  const vault = before?.vault ?? (await watchVault(options.files ?? {}, options.script, { env }));
  if (before !== undefined) Object.assign(vault.env, options.env);
  const loci = await vault.open();
  await loci.memory.recall("what is there"); // The first one is slow, and a turn by voice waits 150 ms for it.
  const events: VoiceEvent[] = [];
  const played: { rate: number; ms: number }[] = [];
  const ears = createEars();
  const room = { hearsUpTo: undefined as number | undefined };
  const { conversation } = options;
  const voice = await loci.voice.open({
    recorder: ears.recorder,
    speaker: createMouth(played, () => room.hearsUpTo),
    ...(conversation === undefined ? {} : { conversation }),
  });
  const over = new AbortController();
  const running = (async () => {
    for await (const event of voice.run(over.signal)) events.push(event);
  })();
  const stop = async (): Promise<void> => {
    over.abort();
    await running;
  };
  onTestFinished(stop);
  const of: LiveRoom["of"] = (type) =>
    events.filter(
      (event): event is Extract<VoiceEvent, { type: typeof type }> => event.type === type,
    );
  const untilTrue = async (isSo: () => boolean): Promise<void> => {
    for (let tries = 0; !isSo(); tries++) {
      if (tries > 12_000) expect.fail(`It does not come: ${JSON.stringify(events.slice(-12))}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return Object.assign(room, {
    ...{ server, cascade, vault, loci, events, played, of, untilTrue },
    says: (ms = 1_500) => ears.hear(ms),
    isQuiet: (ms: number) => ears.hearNothing(ms),
    async type(text: string) {
      const beside = await loci.converse({ resume: voice.conversation.session().id });
      for await (const _ of beside.turn(text, { mode: "text" }));
    },
    until: (type: VoiceEvent["type"], count: number) => untilTrue(() => of(type).length >= count),
    kept: () => loci.sessions.read(voice.conversation.session().id),
    sessionId: () => voice.conversation.session().id,
    async stop() {
      await stop();
      expect(server.violations).toEqual([]);
      expect(cascade.violations).toEqual([]);
      expect(vault.server.violations).toEqual([]);
      expect(vault.reports).toEqual([]);
    },
  });
}

async function useSpeechServer(): Promise<SpeechServer> {
  const server = await startSpeechServer();
  onTestFinished(() => server.close());
  return server;
}

/** A microphone that hears what a test plays to it, as fast as it is taken. */
function createEars() {
  const recorded = createQueue<RecorderEvent>();
  let sample = 0;
  const push = (pcm: Int16Array): void => {
    recorded.push({ type: "frame", frame: { pcm, sample } });
    sample += frameSamples;
  };
  const recorder: Recorder = { id: "a test", record: (signal) => untilAborted(recorded, signal) };
  const hearNothing = (ms: number): void => {
    for (let rest = 0; rest < ms; rest += 20) push(quiet);
  };
  const hear = (ms: number): void => {
    const { pcm } = readWav(voiceLike(ms));
    for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
      push(pcm.slice(at, at + frameSamples));
    }
    hearNothing(1_000);
  };
  return { recorder, hear, hearNothing };
}

const quiet = Int16Array.from({ length: frameSamples }, (_, i) => (i % 2 === 0 ? 10 : -10));

/** A mouth that needs no time, up to where it is to be interrupted. */
function createMouth(
  played: { rate: number; ms: number }[],
  upTo: () => number | undefined,
): Speaker {
  return {
    id: "a test",
    async play(pieces, { signal, onSound }): Promise<PlayResult> {
      let heard = 0;
      let heardMs = 0;
      for await (const { rate, pcm } of pieces) {
        const piece = { rate, ms: 0 };
        played.push(piece);
        for await (const bytes of pcm) {
          onSound?.();
          const most = upTo() ?? Number.POSITIVE_INFINITY;
          const ms = Math.min((bytes.length / 2 / rate) * 1_000, most - heardMs);
          piece.ms += ms;
          heardMs += ms;
          if (heardMs >= most) return { heard, heardMs, isInterrupted: await interrupted(signal) };
        }
        heard++;
      }
      return { heard, heardMs, isInterrupted: false };
    },
  };
}

async function interrupted(signal: AbortSignal): Promise<true> {
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  return true;
}
