import { type Chat, openChat } from "../../agent/conversation/chat.ts";
import type { ConversationServices } from "../../agent/conversation/context.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { spokenLanguages } from "../../agent/conversation/understood-languages.ts";
import { messageOf } from "../../errors.ts";
import { viewerOn } from "../../memory/people.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import type { Speaker } from "../../voice/audio-ports.ts";
import { createCascade } from "../../voice/cascade/cascade.ts";
import { openVoiceActivity } from "../../voice/hearing/voice-activity.ts";
import { createLive, createLiveParts, type LiveParts } from "../../voice/live/live.ts";
import { noteTimes } from "../../voice/turn-times.ts";
import type { TurnTimes } from "../../voice/voice-event.ts";
import type { SpokenConversation, VoiceOptions, VoicePorts } from "../../voice/voice-ports.ts";
import { createWyomingWake } from "../../voice/wake/wyoming-wake.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import {
  buttonOf,
  keywordsFor,
  realtimeOf,
  synthesizersOf,
  transcriberOf,
  wakeServerOf,
} from "./choose-parts.ts";
import type { Voice, VoiceInUse, VoiceRequest, VoiceTrouble } from "./voice.ts";

/**
 * Chooses ears and mouth by the settings, and joins them to a conversation; nothing sounds and no server is asked before
 * it runs. Throws LociError BAD_CONFIG, and as `openConversation`.
 */
export function openVoice(
  parts: OpenVault,
  services: ConversationServices,
  request: VoiceRequest = {},
): Voice {
  const { conversation, wiring, live } = portsFor(parts, services, request);
  const orchestrator = live === undefined ? createCascade(wiring) : createLive(wiring, live);
  const troubles = new Map<string, VoiceTrouble>();
  return {
    conversation,
    inUse: inUse(wiring, parts, live),
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

/** Undefined where a cascade is wanted; else the cascade's parts take its place while it cannot be reached. */
function liveOf(
  parts: OpenVault,
  instead: Parameters<typeof createLiveParts>[0]["instead"],
  { isCascade = parts.settings.voice.orchestrator === "cascade" }: VoiceRequest,
): LiveParts | undefined {
  if (isCascade) return undefined;
  return createLiveParts({
    realtime: realtimeOf(parts),
    instead,
    elapsed: () => performance.now(),
  });
}

function portsFor(parts: OpenVault, services: ConversationServices, request: VoiceRequest) {
  const { settings, now } = parts;
  const { voice } = settings;
  const elapsed = (): number => performance.now();
  const activation = request.activation ?? voice.activation;
  const speaker = request.speaker ?? voice.speaker;
  const mouth = typeof speaker === "object" ? speaker : speakerOf(speaker, elapsed);
  const transcriber = transcriberOf(parts);
  const live = liveOf(parts, { transcriber, model: services.turnPorts.reply }, request);
  const answering = live === undefined ? services : services.answeredBy(live.model);
  const conversation = openChat(parts, answering, { ...request.conversation, mode: "voice" });
  const wiring: VoicePorts = {
    recorder: request.recorder ?? createMicrophone({ device: voice.microphone, elapsed }),
    speaker: mouth,
    openVoiceActivity,
    transcriber,
    synthesizers: mouth === undefined ? [] : synthesizersOf(parts),
    button: request.recorder === undefined ? buttonOf(parts) : undefined,
    wakeWord: activation === "wake" ? createWyomingWake(wakeServerOf(parts)) : undefined,
    conversation: spoken(answering, conversation, () => ({
      language: spokenLanguages(settings)[0] ?? "en",
      person: null,
      ...speakerOn(parts, conversation, request.conversation),
    })),
    options: { ...optionsOf(parts, activation), sounds: request.sounds ?? true },
    keywords: () =>
      keywordsFor(parts, speakerOn(parts, conversation, request.conversation), transcriber),
    elapsed,
    now,
    noteTimes: (times) => note(parts, times),
  };
  return { conversation, wiring, live };
}

/** Who talks. A noise must not begin a conversation. */
function speakerOn(
  parts: OpenVault,
  conversation: Chat,
  { person, agent, resume }: ConversationOptions = {},
): Viewer {
  if (resume !== undefined) return conversation.session();
  return viewerOn(parts, { person, agent: agent ?? parts.settings.agent });
}

const speakerOf = (device: string, elapsed: () => number): Speaker | undefined =>
  device === "none" ? undefined : createSpeaker({ device, elapsed });

function optionsOf(
  { settings }: OpenVault,
  activation: VoiceOptions["activation"],
): Omit<VoiceOptions, "sounds"> {
  const { voice } = settings;
  const { names, silenceMs, bargeIn } = voice;
  return {
    activation,
    names,
    silenceMs,
    bargeIn,
    languages: spokenLanguages(settings),
  };
}

/** The conversation as it is spoken. */
const spoken = (
  services: ConversationServices,
  conversation: Chat,
  speaker: () => Viewer & { readonly language: string },
): SpokenConversation => ({
  session: () => conversation.session(),
  turn: (content, extra, signal) => conversation.turn(content, extra, signal),
  execute: (command, signal) => conversation.execute(command, signal),
  async reminders() {
    const { reminders } = services.turnPorts;
    const { person = null, agent, language } = conversation.begun() ?? speaker();
    const who = { person, agent: agent ?? "", language };
    const due = (await reminders?.due(who, "").catch(() => [])) ?? [];
    return {
      texts: due.map(({ text }) => text),
      done: async () => reminders?.done(due),
    };
  },
  async keepHeard(reply, heard) {
    services.db.sessions.keepHeard(conversation.session().id, reply, heard);
  },
});

/** A disk that is full costs the figures, never the turn. */
function note({ lociDir, settings, report }: OpenVault, times: TurnTimes): void {
  if (!settings.privacy.enabled) return;
  try {
    noteTimes(lociDir, times);
  } catch (error) {
    report(`Cannot keep how long a turn by voice took: ${messageOf(error)}`);
  }
}

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
    transcriber: {
      id: ear.id,
      isCloud: ear.isCloud,
      languages: ear.languages ?? null,
    },
    synthesizers: [...mouths, ...synthesizers].map(({ id, isCloud }) => ({ id, isCloud })),
    wake: wakeWord?.id ?? null,
    button: button !== undefined ? `line ${gpioLine} of ${gpioChip}` : null,
  };
}
