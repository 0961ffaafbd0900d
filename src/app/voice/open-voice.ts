import { type Chat, openChat } from "../../agent/conversation/chat.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { spokenLanguages } from "../../agent/conversation/understood-languages.ts";
import { messageOf } from "../../errors.ts";
import { viewerOn } from "../../memory/people.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import type { Recorder, Speaker } from "../../voice/audio-ports.ts";
import { createGpioButton } from "../../voice/button/gpio-button.ts";
import { createCascade } from "../../voice/cascade/cascade.ts";
import { openVoiceActivity } from "../../voice/hearing/voice-activity.ts";
import { createLive, createLiveParts, type LiveParts } from "../../voice/live/live.ts";
import { noteTimes } from "../../voice/turn-times.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import type {
  Orchestrator,
  SpokenConversation,
  VoiceOptions,
  VoicePorts,
} from "../../voice/voice-ports.ts";
import { createWyomingWake } from "../../voice/wake/wyoming-wake.ts";
import type { OpenConversations } from "../conversation/open-services.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import {
  keywordsFor,
  realtimeOf,
  synthesizersOf,
  transcriberOf,
  wakeServerOf,
} from "./choose-parts.ts";

/** How to talk; all of it optional. */
export interface VoiceRequest {
  /** With whom, as in a conversation by text. */
  readonly conversation?: ConversationOptions;
  /** Replaces the microphone. */
  readonly recorder?: Recorder;
  /** Replaces the speaker; `none`: replies are written. */
  readonly speaker?: Speaker | "none";
  readonly activation?: VoiceOptions["activation"];
  /** Earcons for listening, thinking and trouble; on by default. */
  readonly sounds?: boolean;
  /** Uses the cascade, whatever the settings say. */
  readonly isCascade?: boolean;
}

/** Ears and mouth for one conversation. */
export interface Voice extends Orchestrator {
  readonly conversation: Chat;
  readonly inUse: VoiceInUse;
  /** What does not work now: the last trouble event of each part. */
  troubles(): readonly VoiceTrouble[];
}

export type VoiceTrouble = Extract<VoiceEvent, { type: "trouble" }>;

/** The chosen parts, named for people. */
export interface VoiceInUse {
  readonly activation: VoiceOptions["activation"];
  readonly names: readonly string[];
  readonly microphone: string;
  /** Null: replies are written only. */
  readonly speaker: string | null;
  /** With the languages it knows, by code; null if unknown. */
  readonly transcriber: PartInUse & { readonly languages: readonly string[] | null };
  /** The first that works speaks; empty if nothing is spoken. */
  readonly synthesizers: readonly PartInUse[];
  readonly wake: string | null;
  readonly button: string | null;
}

interface PartInUse {
  readonly id: string;
  /** Audio or text leaves this network. */
  readonly isCloud: boolean;
}

/**
 * Chooses ears and mouth by the settings and joins them to a conversation. Makes no sound and asks no server before it
 * runs. Throws LociError BAD_CONFIG, and as `openChat`.
 */
export function openVoice(
  vault: OpenVault,
  services: OpenConversations,
  request: VoiceRequest = {},
): Voice {
  const { voice } = vault.settings;
  const { isCascade = voice.orchestrator === "cascade" } = request;
  const transcriber = transcriberOf(vault);
  const instead = { transcriber, model: services.turnPorts.reply };
  const live = isCascade
    ? undefined
    : createLiveParts({ realtime: realtimeOf(vault), instead, elapsed });
  const answering = live === undefined ? services : services.answeredBy(live.model);
  const conversation = openChat(vault, answering, { ...request.conversation, mode: "voice" });
  const ports = portsOf(vault, answering, { request, conversation, transcriber });
  const orchestrator = live === undefined ? createCascade(ports) : createLive(ports, live);
  const troubles = new Map<string, VoiceTrouble>();
  return {
    conversation,
    inUse: inUse(ports, vault, live),
    troubles: () => [...troubles.values()],
    get state() {
      return orchestrator.state;
    },
    press: (press) => orchestrator.press(press),
    stopSpeaking: () => orchestrator.stopSpeaking(),
    lastFrameAt: () => orchestrator.lastFrameAt(),
    async *run(signal) {
      for await (const event of orchestrator.run(signal)) {
        if (event.type === "trouble") troubles.set(event.part, event);
        else if (event.type === "mended") troubles.delete(event.part);
        yield event;
      }
    },
  };
}

const elapsed = (): number => performance.now();

interface Opening {
  readonly request: VoiceRequest;
  readonly conversation: Chat;
  readonly transcriber: Transcriber;
}

function portsOf(
  vault: OpenVault,
  services: OpenConversations,
  { request, conversation, transcriber }: Opening,
): VoicePorts {
  const { settings, now } = vault;
  const { voice } = settings;
  const { names, silenceMs, bargeIn, button } = voice;
  const { recorder, sounds = true, activation = voice.activation } = request;
  const { speaker = voice.speaker } = request;
  const isSpoken = speaker !== "none";
  const languages = spokenLanguages(settings);
  const who = (): Viewer => speakerOn(vault, conversation, request.conversation);
  return {
    recorder: recorder ?? createMicrophone({ device: voice.microphone, elapsed }),
    speaker: isSpoken ? toSpeaker(speaker) : undefined,
    openVoiceActivity,
    transcriber,
    synthesizers: isSpoken ? synthesizersOf(vault) : [],
    button:
      recorder === undefined && button.gpioLine !== undefined
        ? createGpioButton({ chip: button.gpioChip, line: button.gpioLine })
        : undefined,
    wakeWord: activation === "wake" ? createWyomingWake(wakeServerOf(vault)) : undefined,
    conversation: spoken(services, conversation, () => ({
      language: languages[0] ?? "en",
      ...who(),
    })),
    options: { activation, names, silenceMs, bargeIn, sounds, languages },
    keywords: () => keywordsFor(vault, who(), transcriber),
    elapsed,
    now,
    noteTimes(times) {
      if (!settings.privacy.enabled) return;
      try {
        noteTimes(vault.lociDir, times);
      } catch (error) {
        // A full disk costs the figures, never the turn.
        vault.report(`Cannot keep how long a turn by voice took: ${messageOf(error)}`);
      }
    },
  };
}

const toSpeaker = (speaker: Speaker | string): Speaker =>
  typeof speaker === "object" ? speaker : createSpeaker({ device: speaker, elapsed });

/** Who talks, without beginning a conversation: a noise must not. */
function speakerOn(
  vault: OpenVault,
  conversation: Chat,
  { person, agent = vault.settings.agent, resume }: ConversationOptions = {},
): Viewer {
  return resume === undefined ? viewerOn(vault, { person, agent }) : conversation.session();
}

const spoken = (
  { turnPorts, db }: OpenConversations,
  conversation: Chat,
  speaker: () => Viewer & { readonly language: string },
): SpokenConversation => ({
  session: conversation.session,
  turn: conversation.turn,
  execute: conversation.execute,
  async reminders() {
    const { person = null, agent, language } = conversation.begun() ?? speaker();
    const who = { person, agent: agent ?? "", language };
    const due = (await turnPorts.reminders?.due(who, "").catch(() => [])) ?? [];
    return {
      texts: due.map(({ text }) => text),
      done: async () => turnPorts.reminders?.done(due),
    };
  },
  async keepHeard(reply, heard) {
    db.sessions.keepHeard(conversation.session().id, reply, heard);
  },
});

function inUse(
  { options, recorder, speaker, transcriber, synthesizers, wakeWord, button }: VoicePorts,
  { settings }: OpenVault,
  live: LiveParts | undefined,
): VoiceInUse {
  const ear = live?.transcriber ?? transcriber;
  const mouths = live !== undefined && speaker !== undefined ? [live.model] : [];
  const { gpioChip, gpioLine } = settings.voice.button;
  return {
    activation: options.activation,
    names: options.names,
    microphone: recorder.id,
    speaker: speaker?.id ?? null,
    transcriber: { id: ear.id, isCloud: ear.isCloud, languages: ear.languages ?? null },
    synthesizers: [...mouths, ...synthesizers].map(({ id, isCloud }) => ({ id, isCloud })),
    wake: wakeWord?.id ?? null,
    button: button === undefined ? null : `line ${gpioLine} of ${gpioChip}`,
  };
}
