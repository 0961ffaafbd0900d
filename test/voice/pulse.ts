import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { useTempFolder } from "../temp.ts";

/** What these devices need, for `describeWith`. */
export const pulsePrograms = ["pulseaudio", "pactl", "arecord", "aplay"] as const;

/**
 * A room without hardware, in real time: a microphone and a speaker as ALSA devices, and a person in front of them,
 * whose voice the microphone hears and whose ear hears the speaker. Sound arrives up to two seconds late, and a
 * device that was idle gives its first sound only then: wait for the first frame before something is to be heard.
 */
export interface Pulse {
  /** The environment for `arecord`, `aplay`, and whatever starts them. */
  readonly env: NodeJS.ProcessEnv;
  readonly microphone: string;
  readonly speaker: string;
  /** What is played here is heard by the microphone. */
  readonly voice: string;
  /** What is recorded here is what the speaker played. */
  readonly ear: string;
  /** Pulls the plugs of both. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/** Such a room, which goes when the test ends. */
export async function usePulse(): Promise<Pulse> {
  goFirst();
  const folder = useTempFolder();
  const config = join(folder, "alsa.conf");
  const socket = join(folder, "socket");
  const script = join(folder, "pulse.pa");
  writeFileSync(config, alsaConfig);
  writeFileSync(script, pulseScript(socket));
  const env = {
    ...process.env,
    ALSA_CONFIG_PATH: config,
    HOME: folder,
    PULSE_SERVER: `unix:${socket}`,
    XDG_RUNTIME_DIR: folder,
  };
  let server: ChildProcess | undefined;
  const plugIn = async () => {
    server = spawn("pulseaudio", ["-n", "-F", script, ...pulseFlags], { env, stdio: "ignore" });
    for (let tries = 0; tries < 200; tries++) {
      if (spawnSync("pactl", ["info"], { env, timeout: 5_000 }).status === 0) return;
      await delay(50);
    }
    throw new Error("PulseAudio does not answer");
  };
  const unplug = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  };
  onTestFinished(unplug);
  await plugIn();
  return {
    env,
    microphone: "loci_microphone",
    speaker: "loci_speaker",
    voice: "person_voice",
    ear: "person_ear",
    unplug,
    plugIn,
  };
}

/** Sound stutters where it waits for other tests: where that is allowed (root), this one and all that it starts go first. */
function goFirst(): void {
  try {
    setPriority(-15);
  } catch {
    // Then it may stutter.
  }
}

const pulseFlags = [
  "--daemonize=no",
  "--exit-idle-time=-1",
  "--use-pid-file=no",
  "--disable-shm=yes",
];

const pulseScript = (socket: string) => `
load-module module-native-protocol-unix socket=${socket} auth-anonymous=1
load-module module-null-sink sink_name=speaker rate=48000 channels=1
load-module module-null-sink sink_name=microphone rate=16000 channels=1
`;

const alsaConfig = `</usr/share/alsa/alsa.conf>
pcm.loci_speaker { type pulse device "speaker" }
pcm.loci_microphone { type pulse device "microphone.monitor" }
pcm.person_voice { type pulse device "microphone" }
pcm.person_ear { type pulse device "speaker.monitor" }
pcm.!default { type asym playback.pcm "loci_speaker" capture.pcm "loci_microphone" }
`;
