import { Chat } from "../../agent/conversation/chat.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { spokenLanguages } from "../../agent/languages.ts";
import type { Synthesizer } from "../../models/synthesize.ts";
import { createQueue } from "../../voice/async/queue.ts";
import { type AudioEvent, createEventSpeaker } from "../../voice/audio/event-speaker.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { readWav } from "../../voice/audio/read-wav.ts";
import { createRecordings } from "../../voice/audio/recordings.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import type { Recorder, Speaker, VoiceOptions } from "../../voice/audio-ports.ts";
import { createGpioButton } from "../../voice/button/gpio-button.ts";
import { Cascade } from "../../voice/cascade/cascade.ts";
import type { VoicePorts } from "../../voice/cascade/ports.ts";
import { openVoiceActivity } from "../../voice/hearing/voice-activity.ts";
import { Live } from "../../voice/live/live.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import { createWyomingWake } from "../../voice/wake/wyoming-wake.ts";
import type { OpenConversations } from "../conversation/open-services.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { chooseParts, keywordsFor } from "./choose-parts.ts";

/** How to talk; all of it optional. */
export interface VoiceRequest {
  /** With whom, as in a conversation by text. */
  readonly conversation?: ConversationOptions;
  /** Replaces the microphone; no earcon answers it. */
  readonly recorder?: Recorder;
  /** Replaces the speaker; `none`: replies are written. */
  readonly speaker?: Speaker | "none";
  readonly activation?: VoiceOptions["activation"];
  /** Uses the cascade, whatever the settings say. */
  readonly isCascade?: boolean;
}

/** Ears and mouth for one conversation. */
export type Voice = ReturnType<typeof openVoice>;

/** The chosen parts, named for people. */
export type VoiceInUse = Voice["inUse"];

type Named = Pick<Synthesizer, "id" | "isCloud">;

/**
 * Chooses ears and mouth by the settings and joins them to a conversation. Makes no sound and asks no server before it
 * runs. Throws LociError BAD_CONFIG, and as `Chat`.
 */
export function openVoice(
  vault: OpenVault,
  services: OpenConversations,
  request: VoiceRequest = {},
) {
  const { settings, now, clock } = vault;
  const { voice } = settings;
  const { elapsed } = clock;
  const { isCascade = voice.orchestrator === "cascade", recorder } = request;
  const { activation = voice.activation, speaker = voice.speaker } = request;
  const isHere = recorder === undefined;
  const parts = chooseParts(vault);
  const instead = { transcriber: parts.transcriber(), model: services.turnPorts.reply };
  const live = isCascade ? undefined : new Live({ realtime: parts.realtime(), instead, elapsed });
  const answering = live === undefined ? services : services.answeredBy(live.model);
  const conversation = new Chat(vault, answering, { ...request.conversation, mode: "voice" });
  const { transcriber } = live ?? instead;
  const { gpioChip: chip, gpioLine: line } = voice.button;
  const languages = spokenLanguages(settings);
  const ports: VoicePorts = {
    recorder: recorder ?? createMicrophone({ device: voice.microphone, elapsed }),
    speaker: toSpeaker(speaker, elapsed),
    openVoiceActivity,
    transcriber,
    synthesizers: speaker === "none" ? [] : parts.synthesizers(),
    live,
    button: isHere && line !== undefined ? createGpioButton({ chip, line }) : undefined,
    wakeWord: activation === "wake" ? createWyomingWake(parts.wakeServer()) : undefined,
    conversation,
    options: { ...voice, activation, sounds: isHere, languages },
    keywords: () => keywordsFor(vault, conversation.speaker(), transcriber),
    elapsed,
    now,
  };
  const mouths = live === undefined || ports.speaker === undefined ? [] : [live.model];
  const inUse = {
    activation,
    names: voice.names,
    microphone: ports.recorder.id,
    /** Null: replies are written only. */
    speaker: ports.speaker?.id ?? null,
    /** With the languages it knows, by code; null if unknown. */
    transcriber: { ...idOf(transcriber), languages: transcriber.languages ?? null },
    /** The first that works speaks; empty if nothing is spoken. */
    synthesizers: [...mouths, ...ports.synthesizers].map(idOf),
    wake: ports.wakeWord?.id ?? null,
    button: ports.button === undefined ? null : `line ${line} of ${chip}`,
  };
  return Object.assign(new Cascade(ports), { conversation, inUse });
}

const idOf = ({ id, isCloud }: Named): Named => ({ id, isCloud });

function toSpeaker(speaker: Speaker | string, elapsed: () => number): Speaker | undefined {
  if (typeof speaker === "object") return speaker;
  return speaker === "none" ? undefined : createSpeaker({ device: speaker, elapsed });
}

/** What was said, and who said it. */
export interface RecordedTurn {
  /** A WAV file. */
  readonly wav: Uint8Array;
  readonly conversation: ConversationOptions;
  /** Whether the reply is spoken, as events. */
  readonly speak: boolean;
}

/** Longest turn (seconds). */
const maxSeconds = 180;

/**
 * Answers what was recorded elsewhere, when called, with the events of a conversation by voice; it can go on afterwards.
 * Throws LociError BAD_INPUT for what is no WAV file or lasts longer than three minutes, and as `openVoice`.
 */
export function recordedTurn(
  vault: OpenVault,
  services: OpenConversations,
  { wav, conversation, speak }: RecordedTurn,
): (signal: AbortSignal) => AsyncIterable<VoiceEvent | AudioEvent> {
  const sound = readWav(wav, undefined, maxSeconds);
  const { silenceMs } = vault.settings.voice;
  const events = createQueue<VoiceEvent | AudioEvent>();
  const voice = openVoice(vault, services, {
    conversation,
    activation: "open",
    isCascade: true, // Connecting to a live model for one turn costs more time than it saves.
    recorder: createRecordings([sound], { silenceMs }),
    speaker: speak ? createEventSpeaker(events.push) : "none",
  });
  return async function* run(signal) {
    const over = new AbortController();
    const running = (async () => {
      for await (const event of voice.run(AbortSignal.any([signal, over.signal])))
        events.push(event);
      events.close();
    })();
    try {
      yield* events;
    } finally {
      over.abort();
      await running;
    }
  };
}
