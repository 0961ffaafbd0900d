import type { Press } from "../voice/orchestrator.ts";

/** Ears and mouth of this device, as the server sees them. */
export interface ServedVoice {
  /** Undefined where they do not run. */
  readonly running?: RunningVoice;
  /** Why they do not, though they should. */
  readonly problem?: string;
}

export interface RunningVoice {
  /** What it does now, and by which parts. */
  state(): object;
  /** Why it cannot hear now, though it should. */
  problem(): string | undefined;
  press(press: Press): void;
  /** Stops what it says now. */
  hush(): void;
}
