import type { ConversationServices } from "../../agent/conversation/context.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { createQueue } from "../../voice/async/queue.ts";
import { type AudioEvent, createEventSpeaker } from "../../voice/audio/event-speaker.ts";
import { readWav } from "../../voice/audio/read-wav.ts";
import { createRecording, silencePadMs } from "../../voice/audio/recordings.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { openVoice } from "./open-voice.ts";

/** What was said, and who said it. */
export interface RecordedTurn {
  /** A WAV file. */
  readonly wav: Uint8Array;
  readonly conversation: ConversationOptions;
  /** Whether the reply is spoken, as events. */
  readonly speak: boolean;
}

/** The longest turn (seconds). */
const longest = 180;

/** Begins to answer; not spoken, the events are those of a conversation by voice. */
export type RecordedAnswer = (signal: AbortSignal) => AsyncIterable<VoiceEvent | AudioEvent>;

/**
 * Answers what was recorded elsewhere. The conversation goes on afterwards. Throws LociError BAD_INPUT for what is no
 * WAV file or lasts longer than three minutes, and as `openVoice`.
 */
export function recordedTurn(
  parts: OpenVault,
  services: ConversationServices,
  { wav, conversation, speak }: RecordedTurn,
): RecordedAnswer {
  const sound = readWav(wav, undefined, longest);
  const events = createQueue<VoiceEvent | AudioEvent>();
  const voice = openVoice(parts, services, {
    conversation,
    activation: "open",
    sounds: false,
    isCascade: true, // A live model's connection would cost one turn more than it gains.
    recorder: createRecording(sound, {
      padMs: silencePadMs(parts.settings.voice.silenceMs),
    }),
    speaker: speak ? createEventSpeaker(events.pass) : "none",
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
