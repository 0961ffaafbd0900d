import { onTestFinished } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import type { WakeWord } from "../../../src/voice/audio-ports.ts";

/** Lets a wake word listen until the test ends, and keeps what it told. */
export function listenFor(wakeWord: WakeWord) {
  const told: (LociError | undefined)[] = [];
  const heard = { wakes: 0, told };
  wakeWord.start({
    wake: () => {
      heard.wakes++;
    },
    trouble: (error) => told.push(error),
  });
  onTestFinished(() => wakeWord.close());
  return { wakeWord, heard };
}
