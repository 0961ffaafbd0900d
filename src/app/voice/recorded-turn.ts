import { speechRate } from "../../models/transcribe.ts";
import { readWav } from "../../voice/audio/read-wav.ts";
import { resample } from "../../voice/audio/resample.ts";
import { frameSamples, type Recorded, type Recorder } from "../../voice/audio-ports.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import type { ConversationOptions } from "../conversation.ts";
import type { Parts } from "../parts.ts";
import type { Talk } from "../talk.ts";
import { type AudioEvent, createEventSpeaker } from "./event-speaker.ts";
import { openVoice } from "./open-voice.ts";
import { createSideEvents } from "./side-events.ts";

/** What somebody said, and who. */
export interface RecordedTurn {
  /** A WAV file. */
  readonly wav: Uint8Array;
  readonly conversation: ConversationOptions;
  /** Whether the reply is spoken, as events. */
  readonly speak: boolean;
}

/** Begins to answer; not spoken, the events are those of a conversation by voice. */
export type RecordedAnswer = (signal: AbortSignal) => AsyncIterable<VoiceEvent | AudioEvent>;

/**
 * Answers what was recorded elsewhere. The conversation goes on afterwards. Throws LociError BAD_INPUT for what is no
 * WAV file, and as `openVoice`.
 */
export function recordedTurn(
  parts: Parts,
  talk: Talk,
  { wav, conversation, speak }: RecordedTurn,
): RecordedAnswer {
  const { rate, pcm } = readWav(wav);
  const beside = createSideEvents<VoiceEvent | AudioEvent>();
  const voice = openVoice(parts, talk, {
    conversation,
    activation: "open",
    sounds: false,
    recorder: recorderOf(
      resample(pcm, rate, speechRate),
      parts.settings.voice.silenceMs + paddingMs,
    ),
    speaker: speak ? createEventSpeaker(beside.push) : "none",
  });
  return (signal) => beside.join(voice.run(signal));
}

/** More silence than ends a turn (ms). */
const paddingMs = 1_000;

/** Sound that is there already, with silence behind it. */
function recorderOf(pcm: Int16Array, silenceMs: number): Recorder {
  const end = pcm.length + (silenceMs * speechRate) / 1_000;
  return {
    id: "a recording",
    async *record(signal): AsyncGenerator<Recorded> {
      for (let sample = 0; sample < end && !signal.aborted; sample += frameSamples) {
        const frame = new Int16Array(frameSamples);
        frame.set(pcm.subarray(sample, sample + frameSamples));
        yield { type: "frame", frame: { pcm: frame, sample } };
      }
      yield { type: "pause" };
    },
  };
}
