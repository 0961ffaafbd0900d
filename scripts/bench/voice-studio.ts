import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Programs that it takes. */
export const makers = ["flite", "espeak-ng", "sox"] as const;

/** Samples a second. */
export const rate = 16_000;
/** Of all speech (dB below full scale). */
export const speechLevel = -23;

/** A sentence and who says it. */
export interface Line {
  /** `flite:rms`, `espeak:ca` */
  readonly voice: string;
  readonly text: string;
}

/** What sounds are made of: programs of Debian packages. All are mono, at `rate`. */
export interface Studio {
  /** A sentence, without the silence at its ends. */
  say(line: Line): Float64Array;
  /** Noises of a house, one by one. */
  sounds(): Float64Array[];
  /** A piece of 15 s. */
  music(): Float64Array;
}

/** Files go to a folder, which is the caller's to remove. */
export function openStudio(folder: string): Studio {
  let files = 0;
  const run = (program: string, argv: readonly string[]): void => {
    execFileSync(program, argv, { stdio: ["ignore", "ignore", "pipe"] });
  };
  const sox = (...effects: readonly string[]): Float64Array => {
    const file = join(folder, `${++files}.raw`);
    const format = ["-t", "raw", "-r", String(rate), "-e", "signed", "-b", "16", "-c", "1"];
    run("sox", ["-D", "-R", "-V1", ...effects.slice(0, 1), ...format, file, ...effects.slice(1)]);
    const bytes = readFileSync(file);
    return Float64Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
  };
  const synth = (...effects: readonly string[]): Float64Array => {
    const file = join(folder, `${++files}.wav`);
    const format = ["-r", String(rate), "-b", "16", "-c", "1"];
    run("sox", ["-D", "-R", "-V1", "-n", ...format, file, ...effects]);
    return sox(file);
  };
  return {
    say({ voice, text }) {
      const [program, name = ""] = voice.split(":");
      const file = join(folder, `${++files}.wav`);
      if (program === "flite") run("flite", ["-voice", name, "-t", text, "-o", file]);
      else run("espeak-ng", ["-v", name, "-w", file, "--", text]);
      return toLevel(trim(sox(file)), speechLevel);
    },
    sounds: () => [
      ...[0.005, 0.02].map((s) => synth("synth", String(s), "whitenoise", "vol", "0.7")),
      synth("synth", "0.4", "sine", "1000", "vol", "0.3"),
      synth("synth", "0.15", "square", "2000", "vol", "0.2"),
      synth("synth", "0.25", "sine", "60", "fade", "h", "0", "0.25", "0.2", "vol", "0.8"),
      synth("synth", "0.35", "brownnoise", "fade", "h", "0.005", "0.35", "0.3", "vol", "0.8"),
      synth("synth", "0.8", "whitenoise", "fade", "h", "0.2", "0.8", "0.3", "vol", "0.1"),
      synth("synth", "0.03", "pinknoise", "vol", "0.8", "repeat", "9", "pad", "0", "0.1"),
      synth("synth", "0.5", "sine", "800-1400", "vol", "0.3"),
      synth("synth", "1.5", "pluck", "E4", "vol", "0.5"),
    ],
    music: () => {
      const chords = ["C3 E4 G3", "A3 C4 E4", "F3 A3 C4", "G3 B3 D4"].map((chord) =>
        synth("synth", "1.2", ...chord.split(" ").flatMap((note) => ["pluck", note]), "vol", "0.3"),
      );
      const organ = ["sine", "220", "sine", "277", "sine", "330", "tremolo", "5", "40"];
      const played = [...chords, ...chords, synth("synth", "5", ...organ, "vol", "0.2")];
      return toLevel(Float64Array.from(played.flatMap((one) => [...one])), speechLevel);
    },
  };
}

/** Without the silence at its ends. */
function trim(sound: Float64Array): Float64Array {
  const loudest = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const isSound = (x: number): boolean => Math.abs(x) > loudest / 50;
  return sound.slice(sound.findIndex(isSound), sound.findLastIndex(isSound) + 1);
}

/** With its loud parts at a level (dB below full scale). */
function toLevel(sound: Float64Array, level: number): Float64Array {
  const loudest = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const loud = sound.filter((x) => Math.abs(x) > loudest / 20);
  const power = loud.reduce((sum, x) => sum + x * x, 0) / sound.length;
  const gain = (32_768 * 10 ** (level / 20)) / Math.sqrt(power);
  return sound.map((x) => x * gain);
}
