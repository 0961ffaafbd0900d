import { meanOf, powerToLevel } from "./power.ts";

/**
 * Filters out a continuous voice in the background, such as a television. Once `learn` has set its level, only clearly
 * louder speech counts, until there has been no speech at all for two seconds.
 */
export interface BackgroundVoice {
  /** Takes the next frame; true if it is speech in front of the background. */
  hears(power: number, isSpeech: boolean): boolean;
  /** Sets the background's level from the powers of its speech frames. */
  learn(powers: readonly number[]): void;
  forget(): void;
  /** In dBFS; undefined if there is no background voice. */
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

/** Frames averaged, because single frames of any voice are loud: 60 ms. */
const smoothedFrames = 3;
/** Shorter speech is a click and doesn't end the silence. */
const framesOfSound = 3;
/** The level adapts again a second after louder speech. */
const framesOfRest = 50;
/** Silence after which the background voice is over: two seconds. */
const framesOfPeace = 100;
/** Ratio of powers: 6 dB. */
const clearlyLouder = 4;
/** Share of the difference by which the level adapts each frame: about five seconds in all. */
const adapting = 1 / 250;
