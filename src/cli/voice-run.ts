import { setTimeout as sleep } from "node:timers/promises";
import type { Voice } from "../app/voice/voice.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";

/** Called off, it has so long to fall silent and to keep what was said (ms). */
const stopMs = 6_000;

/** Events until it is called off; one that does not end then is left alone. */
export async function* runVoice(voice: Voice, signal: AbortSignal): AsyncGenerator<VoiceEvent> {
  const iterator = voice.run(signal)[Symbol.asyncIterator]();
  const overdue = whenAborted(signal).then(() => sleep(stopMs, undefined, { ref: false }));
  for (;;) {
    const result = await Promise.race([iterator.next(), overdue]);
    if (result === undefined || result.done === true) return;
    yield result.value;
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
