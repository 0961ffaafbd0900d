import { buffer } from "node:stream/consumers";
import { samplesIn, wavOf } from "../../models/sound/wav.ts";
import { untilAborted } from "../async/read-within.ts";
import type { PlayResult, Speaker } from "../audio-ports.ts";
import { toProblem } from "./audio-failure.ts";

/** A piece of a spoken reply, a WAV file of its own. */
export interface AudioEvent {
  readonly type: "audio";
  /** Base64. */
  readonly wav: string;
}

/** A mouth somewhere else: what it would play is sent, sentence by sentence, and counts as heard. */
export const createEventSpeaker = (send: (event: AudioEvent) => void): Speaker => ({
  id: "the caller",
  async play(pieces, { signal, onSound = () => {} }): Promise<PlayResult> {
    const played = { heard: 0, heardMs: 0 };
    try {
      for await (const { rate, pcm } of untilAborted(pieces, signal)) {
        const sound = samplesIn(await buffer(untilAborted(pcm, signal)));
        if (signal.aborted) break;
        if (sound.length === 0) continue;
        if (played.heard === 0) onSound();
        send({ type: "audio", wav: wavOf(sound, rate).toString("base64") });
        played.heardMs += (sound.length * 1_000) / rate;
        played.heard++;
      }
    } catch (error) {
      return { ...played, isInterrupted: signal.aborted, problem: toProblem(error) };
    }
    return { ...played, isInterrupted: signal.aborted };
  },
});
