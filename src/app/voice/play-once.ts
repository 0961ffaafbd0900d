import type { LociError } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";

/** Plays one sound; what went wrong, if anything did. */
export async function playOnce(
  device: string,
  speech: Speech,
  ms: number,
): Promise<LociError | undefined> {
  const speaker = createSpeaker({ device, elapsed: () => performance.now() });
  const pieces = (async function* () {
    yield speech;
  })();
  return (await speaker.play(pieces, { signal: AbortSignal.timeout(ms) })).problem;
}
