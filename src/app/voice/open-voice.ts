import { Chat } from "../../agent/conversation/chat.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { spokenLanguages } from "../../agent/languages.ts";
import type { Synthesizer } from "../../models/synthesize.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import type { Recorder, Speaker, VoiceOptions } from "../../voice/audio-ports.ts";
import { createGpioButton } from "../../voice/button/gpio-button.ts";
import { Cascade } from "../../voice/cascade/cascade.ts";
import type { SpokenConversation, VoicePorts } from "../../voice/cascade/ports.ts";
import { openVoiceActivity } from "../../voice/hearing/voice-activity.ts";
import { Live } from "../../voice/live/live.ts";
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
export type Voice = Cascade & { readonly conversation: Chat; readonly inUse: VoiceInUse };

/** The chosen parts, named for people. */
export type VoiceInUse = ReturnType<typeof describeParts>;

/**
 * Chooses ears and mouth by the settings and joins them to a conversation. Makes no sound and asks no server before it
 * runs. Throws LociError BAD_CONFIG, and as `Chat`.
 */
export function openVoice(
  vault: OpenVault,
  services: OpenConversations,
  request: VoiceRequest = {},
): Voice {
  const { settings, now } = vault;
  const { voice } = settings;
  const { isCascade = voice.orchestrator === "cascade", recorder } = request;
  const { activation = voice.activation, speaker = voice.speaker } = request;
  const isHere = recorder === undefined;
  const { transcriber: chooseTranscriber, realtime, synthesizers, wakeServer } = chooseParts(vault);
  const instead = { transcriber: chooseTranscriber(), model: services.turnPorts.reply };
  const live = isCascade ? undefined : new Live({ realtime: realtime(), instead, elapsed });
  const answering = live === undefined ? services : services.answeredBy(live.model);
  const conversation = new Chat(vault, answering, { ...request.conversation, mode: "voice" });
  const { transcriber } = live ?? instead;
  const { names, silenceMs, bargeIn, button } = voice;
  const languages = spokenLanguages(settings);
  const { gpioChip: chip, gpioLine: line } = button;
  const ports: VoicePorts = {
    recorder: recorder ?? createMicrophone({ device: voice.microphone, elapsed }),
    speaker: toSpeaker(speaker),
    openVoiceActivity,
    transcriber,
    synthesizers: speaker === "none" ? [] : synthesizers(),
    live,
    button: isHere && line !== undefined ? createGpioButton({ chip, line }) : undefined,
    wakeWord: activation === "wake" ? createWyomingWake(wakeServer()) : undefined,
    conversation: spoken(conversation, answering),
    options: { activation, names, silenceMs, bargeIn, sounds: isHere, languages },
    keywords: () => keywordsFor(vault, conversation.speaker(), transcriber),
    elapsed,
    now,
  };
  const inUse = describeParts(vault, ports, live?.model);
  return Object.assign(new Cascade(ports), { conversation, inUse });
}

const elapsed = (): number => performance.now();

function toSpeaker(speaker: Speaker | string): Speaker | undefined {
  if (typeof speaker === "object") return speaker;
  return speaker === "none" ? undefined : createSpeaker({ device: speaker, elapsed });
}

const spoken = (
  conversation: Chat,
  { turnPorts: { reminders }, db }: OpenConversations,
): SpokenConversation => ({
  language() {
    try {
      return conversation.speaker().language;
    } catch {
      return "en"; // The next turn reports the failure.
    }
  },
  turn: (...said) => conversation.turn(...said),
  execute: (...command) => conversation.execute(...command),
  async reminders() {
    const due = (await reminders?.due(conversation.speaker()).catch(() => [])) ?? [];
    return { texts: due.map(({ text }) => text), done: async () => reminders?.done(due) };
  },
  async keepHeard(reply, heard) {
    db.sessions.keepHeard(conversation.session().id, reply, heard);
  },
});

/** `mouth`: what speaks before the synthesizers do. */
function describeParts(
  { settings }: OpenVault,
  ports: VoicePorts,
  mouth?: Pick<Synthesizer, "id" | "isCloud">,
) {
  const { options, recorder, speaker, transcriber, wakeWord, button } = ports;
  const { id, isCloud, languages = null } = transcriber;
  const mouths = mouth === undefined || speaker === undefined ? [] : [mouth];
  const { gpioChip, gpioLine } = settings.voice.button;
  return {
    activation: options.activation,
    names: options.names,
    microphone: recorder.id,
    /** Null: replies are written only. */
    speaker: speaker?.id ?? null,
    /** With the languages it knows, by code; null if unknown. */
    transcriber: { id, isCloud, languages },
    /** The first that works speaks; empty if nothing is spoken. */
    synthesizers: [...mouths, ...ports.synthesizers].map((one) => ({
      id: one.id,
      isCloud: one.isCloud,
    })),
    wake: wakeWord?.id ?? null,
    button: button === undefined ? null : `line ${gpioLine} of ${gpioChip}`,
  };
}
