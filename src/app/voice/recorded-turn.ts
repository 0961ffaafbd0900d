import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import { createQueue } from "../../voice/async/queue.ts";
import { type AudioEvent, createEventSpeaker } from "../../voice/audio/event-speaker.ts";
import { readWav } from "../../voice/audio/read-wav.ts";
import { createRecordings } from "../../voice/audio/recordings.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import type { OpenConversations } from "../conversation/open-services.ts";
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

/** Longest turn (seconds). */
const maxSeconds = 180;

/**
 * Answers what was recorded elsewhere, when called, with the events of a conversation by voice; it can go on afterwards. Throws LociError BAD_INPUT for what is
 * not a WAV file or lasts longer than three minutes, and as `openVoice`.
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
