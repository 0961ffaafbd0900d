import { frameSamples } from "../audio-ports.ts";
import { percentileOf, powerOf, powerToLevel } from "./level.ts";
import type { Utterance } from "./utterance.ts";

/** True for what is no louder than the room, or as steady as no voice is (a beep, a hum): not worth a transcription. Pure. */
export function isNoise(utterance: Utterance): boolean {
  const { level, floor } = utterance;
  return level < Math.max(floor + leastAbove, faintestVoice) || isSteady(utterance);
}

/** dB. */
const leastAbove = 6;
const faintestVoice = -65;

/** The loud part of a voice changes by more from one frame to the next; a beep, a hum or a string does not. */
function isSteady({ pcm, level }: Utterance): boolean {
  const levels: number[] = [];
  for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
    levels.push(powerToLevel(powerOf(pcm.subarray(at, at + frameSamples))));
  }
  const changes = levels.flatMap((own, i) => {
    const before = levels[i - 1];
    if (before === undefined || Math.min(own, before) < level - loudPart) return [];
    return Math.abs(own - before);
  });
  return changes.length >= fewestChanges && percentileOf(changes, 0.75) < leastChange;
}

/** dB. */
const loudPart = 8;
const leastChange = 0.35;
const fewestChanges = 5;
