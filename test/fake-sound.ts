import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readWav } from "../src/voice/audio/read-wav.ts";
import { resample } from "../src/voice/audio/resample.ts";
import { isRunning } from "./is-running.ts";
import { useTempFolder } from "./temp.ts";

/** What these tests start. */
export const speech = ["flite", "pocketsphinx_batch", "espeak-ng"] as const;

/** A recording of a voice that PocketSphinx understands. */
export function sayInto(file: string, text: string): string {
  execFileSync("flite", ["-voice", "rms", "-t", text, "-o", file], { stdio: "ignore" });
  return file;
}

/** Programs in place of arecord and aplay: a microphone that hears one recording, then silence; a speaker that keeps what it plays. */
export interface FakeSound {
  /** Where the programs lie. */
  readonly folder: string;
  /** With them first in its PATH. */
  readonly env: Record<string, string>;
  /** Bytes that were played, of all plays. */
  played(): number;
  /** Process ids of recorders that still run. */
  recording(): readonly number[];
}

export function useFakeSound(recording?: string): FakeSound {
  const folder = useTempFolder();
  const raw = join(folder, "heard.raw");
  const { rate, pcm } = recording === undefined ? silence : readWav(readFileSync(recording));
  const sound = resample(pcm, rate, 16_000);
  writeFileSync(raw, new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength));
  const script = (name: string, text: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script(
    "arecord",
    `echo $$ >> '${folder}/pids'
cat '${raw}'
while :; do head -c 16000 /dev/zero || exit 0; sleep 0.5; done`,
  );
  script("aplay", `exec cat > '${folder}/played.'$$`);
  return {
    folder,
    env: { PATH: `${folder}:${process.env.PATH}` },
    played: () =>
      readdirSync(folder)
        .filter((name) => name.startsWith("played."))
        .reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0),
    recording: () =>
      (existsSync(join(folder, "pids")) ? readFileSync(join(folder, "pids"), "utf8") : "")
        .split("\n")
        .filter(Boolean)
        .map(Number)
        .filter(isRunning),
  };
}

const silence = { rate: 16_000, pcm: new Int16Array(16_000) };
