import { meanOf, powerToLevel } from "./level.ts";

/**
 * A voice that goes on in the background: a television. Known once a turn did not end, or a much louder voice began to talk
 * over it; from then on only what is clearly louder is heard, until there was no speech at all for two seconds.
 */
export interface BackgroundVoice {
  /** Takes the next frame, and returns whether it is speech nearer than the background. */
  hears(power: number, isSpeech: boolean): boolean;
  /** That was the background, by the powers of its frames of speech. */
  learn(powers: readonly number[]): void;
  forget(): void;
  /** In dB below full scale; undefined where there is none. */
  level(): number | undefined;
}

export function createBackgroundVoice(): BackgroundVoice {
  let background: number | undefined;
  const recent: number[] = [];
  let spoken = 0;
  let quiet = 0;
  let sinceHeard = 0;
  return {
    hears(power, isSpeech) {
      recent.push(power);
      if (recent.length > smoothedFrames) recent.shift();
      spoken = isSpeech ? spoken + 1 : 0;
      quiet = spoken >= framesOfSound ? 0 : quiet + 1;
      if (quiet >= framesOfPeace) background = undefined;
      if (!isSpeech || background === undefined) return isSpeech;
      const isHeard = meanOf(recent) >= background * clearlyLouder;
      sinceHeard = isHeard ? 0 : sinceHeard + 1;
      if (sinceHeard >= framesOfRest) background += (power - background) * adapting;
      return isHeard;
    },
    learn(powers) {
      background = meanOf(powers);
      quiet = 0;
    },
    forget() {
      background = undefined;
    },
    level: () => (background === undefined ? undefined : powerToLevel(background)),
  };
}

/** 60 ms, since single frames of any voice are loud. */
const smoothedFrames = 3;
/** Shorter speech does not end the peace: a click. */
const framesOfSound = 3;
/** It adapts only a second after speech over it. */
const framesOfRest = 50;
/** Two seconds. */
const framesOfPeace = 100;
/** 6 dB. */
const clearlyLouder = 4;
/** It becomes louder and fainter within some five seconds. */
const adapting = 1 / 250;
