import { openWav } from "../sound/open-wav.ts";
import type { Speech } from "../synthesize.ts";
import { toModelError } from "./failure.ts";
import { limitWaits, type Waits } from "./limit.ts";
import type { ModelServer } from "./server.ts";

/**
 * Lets a server speak, within its limits: `ask` gives a WAV as it comes. Rejects as `Synthesizer.synthesize` does, and
 * so does the sound.
 */
export async function openSpeech(
  { server, waits }: { readonly server: ModelServer; readonly waits: Waits },
  ask: (limit: AbortSignal) => AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Speech> {
  const limit = limitWaits(waits, signal);
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      signal.throwIfAborted();
      for await (const piece of ask(limit.signal)) {
        limit.pause(); // Until the reader comes back for more.
        yield piece;
        limit.start("stall");
      }
      limit.signal.throwIfAborted();
    } catch (error) {
      throw limit.toError(server, error);
    } finally {
      limit.pause();
    }
  };
  limit.start("first");
  return openWav(pieces()).catch((error: unknown) => {
    throw toModelError(server, error);
  });
}
