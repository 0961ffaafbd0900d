import type { Orchestrator } from "../orchestrator.ts";
import type { VoicePorts } from "../voice-ports.ts";
import { type CascadeRun, startRun } from "./run-cascade.ts";

/**
 * A conversation by voice, in steps: sound, speech to text, the conversation, text to speech. Each step is read while the
 * others work: it hears while it thinks, thinks on while it speaks. It runs once.
 */
export function createCascade(ports: VoicePorts): Orchestrator {
  let run: CascadeRun | undefined;
  return {
    get state() {
      return run?.state() ?? "asleep";
    },
    async *run(signal) {
      if (run !== undefined) return;
      run = startRun(ports, signal);
      try {
        yield* run.events;
      } finally {
        await run.end();
      }
    },
    press: (press) => run?.press(press),
    type: (text) => run?.type(text),
    hush: () => run?.hush(),
    lastFrameAt: () => run?.lastFrameAt() ?? 0,
  };
}
