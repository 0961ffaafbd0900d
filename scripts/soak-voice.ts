import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildLoci } from "./bench/build-loci.ts";
import { judgeSoak } from "./soak/judge.ts";
import { type MemoryGroup, openMemoryGroup } from "./soak/memory-group.ts";
import { openRoom, type Room } from "./soak/room.ts";
import { type Sample, takeSample } from "./soak/sample.ts";

/**
 * `loci up` with ears and mouth for half an hour, on one core and within 300 MB, with one turn a minute in real time:
 *   node scripts/soak-voice.ts [--minutes 30] [--limit 300]
 * Samples every 10 s; then what holds and what does not. Exits 1 where something does not. Needs flite, PulseAudio with
 * ALSA's plugin for it, pocketsphinx and espeak-ng; root for the limit, without which it only watches.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    limit: { type: "string", default: "300" },
  },
});
const minutes = Number(values.minutes);
const limitMb = Number(values.limit);
if (!(minutes >= 1 && limitMb >= 50)) {
  throw new RangeError("Cannot soak: --minutes takes 1 and more, --limit 50 and more");
}

const sentences = [
  "remember that my daughter is allergic to peanuts",
  "what do you know about my daughter",
  "remember that the dentist is on friday morning",
  "who is allergic to peanuts",
  "i love to drink green tea",
  "what do you know about the dentist",
];
const sampleMs = 10_000;
const turnMs = 60_000;

const repository = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "loci-soak-"));
const group = openMemoryGroup(limitMb * 1e6);
if (group === undefined)
  console.log(`No memory group can be made here: ${limitMb} MB is watched, not held`);
try {
  process.exitCode = await soak();
} finally {
  group?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function soak(): Promise<number> {
  const main = await buildLoci(repository, process.execPath, join(folder, "build"));
  const home = join(folder, "home");
  mkdirSync(home);
  const vault = join(folder, "vault");
  const room = await openRoom(home, sentences);
  try {
    execFileSync(process.execPath, [main, "init", vault, "--empty", "--quiet"], { env: room.env });
    mkdirSync(join(vault, ".loci"), { recursive: true, mode: 0o700 });
    writeFileSync(join(vault, ".loci", "device.yaml"), deviceSettings(room));
    return await soakIn(room, main, vault);
  } finally {
    await room.close();
  }
}

/** Nobody else speaks in the room. */
function deviceSettings({ microphone, speaker }: Room): string {
  return `voice:\n  enabled: true\n  activation: open\n  microphone: ${microphone}\n  speaker: ${speaker}\n`;
}

async function soakIn(room: Room, main: string, vault: string): Promise<number> {
  const up = startHeld([process.execPath, "--max-old-space-size=384", main, "up"], room, vault);
  try {
    return await watch(up, room, vault);
  } finally {
    up.kill("SIGTERM");
    await Promise.race([once(up, "exit"), wait(20_000)]);
    up.kill("SIGKILL");
  }
}

/** On one core and within the limit from its first moment on. */
function startHeld(command: readonly string[], room: Room, vault: string): ChildProcess {
  const script = '[ -z "$1" ] || echo $$ > "$1"; shift; exec taskset -c 0 "$@"';
  const args = ["-c", script, "held", group?.procs ?? "", ...command, "--port", "0"];
  const up = spawn("sh", [...args, "--vault", vault], {
    env: { ...room.env, LOCI_VAULT: vault },
    stdio: ["ignore", "ignore", "pipe"],
  });
  up.stderr?.setEncoding("utf8").on("data", (text: string) => process.stderr.write(text));
  return up;
}

async function watch(up: ChildProcess, room: Room, vault: string): Promise<number> {
  const began = performance.now();
  const samples: Sample[] = [];
  let said = 0;
  await wait(sampleMs);
  while (performance.now() - began < minutes * 60_000) {
    if (performance.now() - began >= said * turnMs + sampleMs) {
      await room.say(said++);
    }
    const at = (performance.now() - began) / 1_000;
    const sample = takeSample(up.pid ?? 0, vault, at);
    if (sample === undefined || up.exitCode !== null) {
      console.log(
        `"loci up" ended by itself after ${at.toFixed(0)} s, with ${up.exitCode ?? up.signalCode}`,
      );
      return 1;
    }
    samples.push(sample);
    console.log(lineOf(sample, group));
    await wait(Math.max(0, sampleMs - ((performance.now() - began) % sampleMs)));
  }
  return report(samples, { said, taken: turnsTaken(vault) }, group);
}

function lineOf(
  { at, ownMb, childrenMb, children, fds, threads, written }: Sample,
  group: MemoryGroup | undefined,
): string {
  const used =
    group === undefined
      ? ""
      : ` of ${limitMb} by the kernel ${(group.read().now / 1e6).toFixed(0)}`;
  return `${at.toFixed(0).padStart(5)} s  ${ownMb.toFixed(1)} MB + ${childrenMb.toFixed(1)}${used}  fds ${fds}  threads ${threads}  written ${(written / 1e6).toFixed(1)} MB  ${children.join(" ")}`;
}

function turnsTaken(vault: string): number {
  const file = join(vault, ".loci", "voice-turns.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
}

function report(
  samples: readonly Sample[],
  turns: { readonly said: number; readonly taken: number },
  group: MemoryGroup | undefined,
): number {
  const kept = group?.read();
  const findings = judgeSoak(samples, { ...turns, kills: kept?.kills ?? 0 });
  console.log(
    `\n${minutes} minutes on one core, limit ${limitMb} MB${group === undefined ? " (watched only)" : ""}`,
  );
  if (kept !== undefined) {
    console.log(
      `  most by the kernel's count, its file cache included: ${(kept.peak / 1e6).toFixed(0)} MB; limit met ${kept.hits} times`,
    );
  }
  for (const { what, holds, figures } of findings) {
    console.log(`  ${holds ? "ok    " : "FAILED"}  ${what}: ${figures}`);
  }
  return findings.length > 0 && findings.every(({ holds }) => holds) ? 0 : 1;
}
