import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { useTempFolder } from "../../temp.ts";
import { type Pulse, usePulse } from "../pulse.ts";

/** What a person in front of a device needs. */
export const personPrograms = ["flite", "sox", "espeak-ng", "pocketsphinx_batch"] as const;

/** Somebody, or a television, in a room with a microphone and a speaker. */
export interface Person {
  readonly room: Pulse;
  /** Says it aloud, in real time, by one of flite's voices; `volume` 1 is near. */
  say(text: string, how?: { readonly voice?: string; readonly volume?: number }): Promise<void>;
  /** All that the speaker played so far: samples at 16 kHz. */
  heard(): Int16Array;
}

/** The room goes when the test ends. */
export async function usePerson(): Promise<Person> {
  const room = await usePulse();
  const folder = useTempFolder();
  const chunks: Buffer[] = [];
  const format = ["-q", "-t", "raw", "-f", "S16_LE", "-r", "16000", "-c", "1"];
  const ear = spawn("arecord", [...format, "-D", room.ear], { env: room.env });
  ear.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  onTestFinished(() => void ear.kill("SIGKILL"));
  await once(ear.stdout, "data");
  return {
    room,
    async say(text, { voice = "rms", volume = 1 } = {}) {
      const wav = join(folder, "said.wav");
      execFileSync("flite", ["-voice", voice, "-t", text, "-o", wav], { stdio: "ignore" });
      const raw = execFileSync("sox", [
        ...["-v", String(volume), wav, "-r", "16000", "-c", "1", "-t", "raw", "-"],
        ...["pad", "0.1", "0.3"],
      ]);
      const mouth = spawn("aplay", [...format, "-D", room.voice, "-"], { env: room.env });
      mouth.stdin.end(raw);
      await once(mouth, "close");
    },
    heard() {
      const all = Buffer.concat(chunks);
      return new Int16Array(Uint8Array.from(all.subarray(0, all.length & ~1)).buffer);
    },
  };
}

/** The events that `loci --json` printed so far, of whole lines. */
export function eventsIn(stdout: string): readonly Record<string, unknown>[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

/** Waits for what `find` finds; throws with `what` and what was there instead. */
export async function waitFor<T>(what: string, find: () => T | undefined, ms = 30_000): Promise<T> {
  const deadline = performance.now() + ms;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`There was no ${what} within ${ms} ms`);
    await delay(30);
  }
}
