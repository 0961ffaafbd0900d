import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createEspeak } from "../../../src/models/programs/espeak.ts";
import { resample } from "../../../src/voice/audio/resample.ts";
import { useTempFolder } from "../../temp.ts";

/** What such a room needs, for `describeWith`. */
export const wiredPrograms = ["espeak-ng", "bash"] as const;

/**
 * What happens when the program in place of arecord is started: sound comes; there is no such device; it hangs and
 * ignores SIGTERM; sound comes, and it ignores SIGTERM; noise comes as fast as it is read; sound comes amid endless
 * reports of lost sound.
 */
type MicrophoneFate = "live" | "gone" | "hangs" | "stubborn" | "floods" | "complains";
/** In place of aplay: it plays in no time; there is no such device; it never reads and ignores SIGTERM; it sounds for ever. */
type SpeakerFate = "live" | "gone" | "stuck" | "slow";

/** A room without time: programs in place of arecord and aplay, whose ends of the wire the test holds. */
export interface WiredRoom {
  /** Of whatever is to hear and speak in it; all that it starts inherits it. */
  readonly env: Readonly<Record<string, string>>;
  /** For the next starts of each program. */
  microphone: MicrophoneFate;
  speaker: SpeakerFate;
  /** What is heard while nobody speaks: the room, nothing but zeros, or no sound at all. */
  silence: "room" | "zeros" | "none";
  /** Somebody speaks for about two seconds, and falls silent. */
  voice(volume?: number): void;
  /** Any sound; silence around it is for the test to send. */
  sound(pcm: Int16Array): void;
  /** The recorder that runs ends. */
  cut(): void;
  /** How many recorders have given sound so far. */
  recorders(): number;
  /** Bytes that were played. */
  played(): number;
  /** What runs of all that was started with `env`: command lines. */
  running(): readonly string[];
}

/** It goes when the test ends. */
export async function useWiredRoom(): Promise<WiredRoom> {
  const folder = useTempFolder();
  const tag = `loci-room-${randomUUID()}`;
  const wires = new Set<Socket>();
  let recorders = 0;
  const server = createServer((socket) => {
    recorders++;
    wires.add(socket);
    socket.on("close", () => wires.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  writePrograms(folder, port);
  const send = (pcm: Int16Array): void => {
    for (const wire of wires)
      wire.write(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  };
  let silence: WiredRoom["silence"] = "room";
  const tick = setInterval(() => {
    if (silence !== "none") send(silence === "zeros" ? new Int16Array(1_600) : quiet(0.1));
  }, 100);
  onTestFinished(() => {
    clearInterval(tick);
    for (const wire of wires) wire.destroy();
    server.close();
  });
  const fate = (name: string, value: string): void => writeFileSync(join(folder, name), value);
  const speech = await speechOf("please remember what I am telling you now in this kitchen");
  let microphone: MicrophoneFate = "live";
  let speaker: SpeakerFate = "live";
  fate("microphone", microphone);
  fate("speaker", speaker);
  return {
    env: { PATH: `${folder}:${process.env.PATH}`, LOCI_TEST_ROOM: tag },
    get microphone() {
      return microphone;
    },
    set microphone(next) {
      microphone = next;
      fate("microphone", next);
    },
    get speaker() {
      return speaker;
    },
    set speaker(next) {
      speaker = next;
      fate("speaker", next);
    },
    get silence() {
      return silence;
    },
    set silence(next) {
      silence = next;
    },
    voice(volume = 1) {
      for (const part of [quiet(0.7), speech.map((sample) => sample * volume), quiet(1.2)])
        send(part);
    },
    sound: send,
    cut() {
      for (const wire of wires) wire.destroy();
      killRecorder(folder, tag);
    },
    recorders: () => recorders,
    played: () =>
      readdirSync(folder)
        .filter((name) => name.startsWith("played."))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    running: () => commandsWith(tag),
  };
}

function writePrograms(folder: string, port: number): void {
  const script = (name: string, text: string): void =>
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  script(
    "arecord",
    `echo $$ > '${folder}/recorder'
case "$(cat '${folder}/microphone')" in
gone) echo 'arecord: main:831: audio open error: No such file or directory' >&2; exit 1;;
hangs) trap '' TERM; exec sleep 600;;
stubborn) trap '' TERM;;
floods) exec cat /dev/urandom;;
complains) yes 'overrun!!! (at least 1.234 ms long)' >&2 & ;;
esac
exec cat < /dev/tcp/127.0.0.1/${port}`,
  );
  script(
    "aplay",
    `case "$(cat '${folder}/speaker')" in
gone) echo 'aplay: main:831: audio open error: No such file or directory' >&2; exit 1;;
stuck) trap '' TERM; exec sleep 600;;
slow) echo 'buffer_size  : 1920' >&2; cat > '${folder}/played.'$$; exec sleep 600;;
esac
exec cat > '${folder}/played.'$$`,
  );
}

/** So many seconds of a room in which nobody speaks: never quite zero, and no two alike. */
export function quiet(seconds: number): Int16Array {
  return Int16Array.from({ length: 16_000 * seconds }, () =>
    Math.round((Math.random() - 0.5) * 40),
  );
}

/** A sentence by espeak-ng, at 16 kHz. */
async function speechOf(text: string): Promise<Int16Array> {
  const { rate, pcm } = await createEspeak().synthesize(text, "en", AbortSignal.timeout(20_000));
  const chunks: Uint8Array[] = [];
  for await (const chunk of pcm) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length & ~1)).buffer);
  return resample(samples, rate, 16_000);
}

/** The one that was started last, unless it has ended and its number is somebody else's. */
function killRecorder(folder: string, tag: string): void {
  const pid = existsSync(join(folder, "recorder"))
    ? readFileSync(join(folder, "recorder"), "utf8").trim()
    : "";
  if (pid !== "" && isOf(pid, tag)) process.kill(Number(pid), "SIGKILL");
}

/** The command lines of processes that inherited it. */
function commandsWith(tag: string): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    if (!isOf(pid, tag)) return [];
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    } catch {
      return []; // It ended while it was looked at.
    }
  });
}

function isOf(pid: string, tag: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(tag);
  } catch {
    return false; // It ended.
  }
}
