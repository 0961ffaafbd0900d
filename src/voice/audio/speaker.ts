import type { Speaker } from "../audio-ports.ts";
import { startAplayRun } from "./aplay-run.ts";
import { playPieces } from "./play-pieces.ts";

export interface SpeakerOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
  /** What plays; it is called as aplay is. */
  readonly program?: string;
  /** Environment of that program; left out, that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** A device that takes no sound for so much longer than it should is given up. */
  readonly stuckMs?: number;
}

/**
 * A mouth through `aplay`: one for each run of pieces of the same rate. What was heard is counted by time since the
 * first sound, for pipes hold seconds of it.
 */
export function createSpeaker(options: SpeakerOptions): Speaker {
  const { device, elapsed, program = "aplay", env, stuckMs = 5_000 } = options;
  return {
    id: device,
    play: (pieces, play) =>
      playPieces(pieces, play, (run) =>
        startAplayRun({ ...run, device, elapsed, program, env, stuckMs }),
      ),
  };
}
