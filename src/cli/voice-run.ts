import { setTimeout as sleep } from "node:timers/promises";
import type { Voice } from "../app/voice/open-voice.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import { whenAborted } from "./stop-signal.ts";

/** How long voice may take to stop and to store what was said (ms). */
const stopMs = 6_000;

/** Yields events until the signal aborts, and then until voice ends or `stopMs` have passed. */
export async function* runVoice(voice: Voice, signal: AbortSignal): AsyncGenerator<VoiceEvent> {
  const iterator = voice.run(signal)[Symbol.asyncIterator]();
  const overdue = whenAborted(signal).then(() => sleep(stopMs, undefined, { ref: false }));
  for (;;) {
    const result = await Promise.race([iterator.next(), overdue]);
    if (result === undefined || result.done === true) return;
    yield result.value;
  }
}
