import { openWav } from "../sound/open-wav.ts";
import type { Speech } from "../synthesize.ts";
import { toModelError } from "./failure.ts";
import { piecesWithin } from "./limit.ts";

/**
 * Lets a server speak, within its limits: `ask` gives a WAV as it comes. Rejects as `Synthesizer.synthesize` does, and
 * so does the sound.
 */
export function openSpeech(
  ...asking: Parameters<typeof piecesWithin<Uint8Array>>
): Promise<Speech> {
  const [{ server }] = asking;
  return openWav(piecesWithin(...asking)).catch((error: unknown) => {
    throw error instanceof SyntaxError ? toModelError(server, error) : error;
  });
}
