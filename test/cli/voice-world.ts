import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readWav } from "../../src/voice/audio/read-wav.ts";
import { resample } from "../../src/voice/audio/resample.ts";
import { isRunning } from "../is-running.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

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

export interface Talking {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits until that was said, on either. */
  until(words: string): Promise<void>;
  type(text: string): void;
  /** As a power cut does. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit code and how long that took (ms). */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
}

/** It ends within 8 s of SIGTERM where the processor is not shared with other tests; here, that it ends by itself. */
export const maxStopMs = 20_000;

/** Runs `loci` as a process that is not waited for. */
export function startLoci(args: readonly string[], env: Record<string, string>): Talking {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, ...args], {
    cwd: "/",
    env: cleanEnv(env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let stdout = "";
  let stderr = "";
  child.stdin.on("error", () => {}); // It may end first.
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async until(words) {
      const deadline = Date.now() + 45_000;
      while (!stdout.includes(words) && !stderr.includes(words)) {
        if (Date.now() > deadline || child.exitCode !== null) {
          throw new Error(`It never said ${JSON.stringify(words)}:\n${stdout}\n${stderr}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    type: (text) => void child.stdin.write(text),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      const since = performance.now();
      child.kill("SIGTERM");
      return { code: await ended, ms: performance.now() - since };
    },
  };
}
