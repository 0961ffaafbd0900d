import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A room in real time, without hardware: what is said in it, the microphone hears. */
export interface Room {
  /** For whatever listens and speaks in it. */
  readonly env: NodeJS.ProcessEnv;
  /** ALSA devices. */
  readonly microphone: string;
  readonly speaker: string;
  /** Says one of the sentences, by its number; resolves when it is said. */
  say(number: number): Promise<void>;
  close(): Promise<void>;
}

/** By PulseAudio and ALSA's plugin for it; the sentences are spoken by flite. Throws where one is not installed. */
export async function openRoom(folder: string, sentences: readonly string[]): Promise<Room> {
  const socket = join(folder, "pulse-socket");
  const alsa = join(folder, "alsa.conf");
  const script = join(folder, "pulse.pa");
  writeFileSync(alsa, alsaConfig);
  writeFileSync(script, pulseScript(socket));
  const files = sentences.map((sentence, number) => {
    const file = join(folder, `turn-${number}.wav`);
    execFileSync("flite", ["-voice", "rms", "-t", sentence, "-o", file]);
    return file;
  });
  const env = {
    ...process.env,
    ALSA_CONFIG_PATH: alsa,
    PULSE_SERVER: `unix:${socket}`,
    XDG_RUNTIME_DIR: folder,
    HOME: folder,
  };
  const server = spawn("pulseaudio", ["-n", "-F", script, ...pulseFlags], { env, stdio: "ignore" });
  await untilAnswers(env, server);
  const noise = makeNoise(env);
  return {
    env,
    microphone: "room_microphone",
    speaker: "room_speaker",
    async say(number) {
      const file = files[number % files.length] ?? "";
      const voice = spawn("aplay", ["-q", "-D", "person_voice", file], { env, stdio: "ignore" });
      await once(voice, "exit");
    },
    async close() {
      noise.kill("SIGKILL");
      if (server.exitCode !== null) return;
      const gone = once(server, "exit");
      server.kill("SIGKILL");
      await gone;
    },
  };
}

/** No room is without a sound; one that is has a microphone that is muted. */
function makeNoise(env: NodeJS.ProcessEnv): ChildProcess {
  const args = ["-q", "-D", "person_voice", "-t", "raw", "-f", "S16_LE", "-r", "16000", "-c", "1"];
  const player = spawn("aplay", args, { env, stdio: ["pipe", "ignore", "ignore"] });
  const second = Buffer.alloc(32_000);
  for (let at = 0; at < second.length; at += 2) {
    second.writeInt16LE(Math.round((Math.random() - 0.5) * 40), at);
  }
  const feed = (): void => void player.stdin.write(second, (error) => error ?? feed());
  player.stdin.on("error", () => {}); // It was ended.
  feed();
  return player;
}

async function untilAnswers(env: NodeJS.ProcessEnv, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (spawnSync("pactl", ["info"], { env, timeout: 5_000 }).status === 0) return;
    await wait(100);
  }
  server.kill("SIGKILL");
  throw new Error("Cannot make a room: PulseAudio does not answer");
}

const pulseFlags = [
  "--daemonize=no",
  "--exit-idle-time=-1",
  "--use-pid-file=no",
  "--disable-shm=yes",
];

const pulseScript = (socket: string): string => `
load-module module-native-protocol-unix socket=${socket} auth-anonymous=1
load-module module-null-sink sink_name=speaker rate=48000 channels=1
load-module module-null-sink sink_name=microphone rate=16000 channels=1
`;

/** Not as ALSA's default device: where PulseAudio is installed that is its default one. */
const alsaConfig = `</usr/share/alsa/alsa.conf>
pcm.room_speaker { type pulse device "speaker" }
pcm.room_microphone { type pulse device "microphone.monitor" }
pcm.person_voice { type pulse device "microphone" }
`;
