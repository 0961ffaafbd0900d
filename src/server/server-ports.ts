import type { Loci } from "../app/loci.ts";
import type { DevicePlace } from "../app/vault/device-place.ts";
import type { Press } from "../voice/voice-ports.ts";

/** The part of an open vault that the server uses. */
export type ServedLoci = Omit<Loci, "digest" | "transfer" | "upkeep" | "close">;

/** Where this device keeps the owner's token and, for this vault, tokens of persons and the address it is served at. */
export type ServedDevice = Pick<DevicePlace, "folder" | "vaultFolder">;

/** A built site, which its builder keeps up to date. */
export interface ServedSite {
  /** Absolute path of its folder, which may not exist yet. */
  readonly folder: string;
  /** Language of its interface, as a two-letter code. */
  readonly language: string;
  /** `there`: the folder holds a complete site; `coming`: the first build is running; `failed`: the first build failed. */
  state(): "there" | "coming" | "failed";
  /** Yields first `at …`, which identifies the current build, then `changed` after each build. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Voice on this device. */
export interface ServedVoice {
  /** Undefined if voice is not running. */
  readonly running?: RunningVoice;
  /** Why it is not running although it is enabled. */
  readonly problem?: string;
}

export interface RunningVoice {
  /** Its state, and the parts in use. */
  state(): object;
  /** Why it cannot hear now; undefined if it can. */
  problem(): string | undefined;
  press(press: Press): void;
  /** Cuts off what it says now. */
  stopSpeaking(): void;
}
