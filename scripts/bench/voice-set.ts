import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom, type Random } from "./random.ts";

/** Programs that it takes. */
export const makers = ["flite", "espeak-ng", "sox"] as const;

/** Samples a second. */
export const rate = 16_000;
/** Of all speech, and of the noise of a quiet room (dB below full scale). */
const speechLevel = -23;
const quietRoom = -65;

/** A made recording, with where somebody really speaks in it. Samples at 16 kHz. */
export interface MadeRecording {
  readonly name: string;
  readonly pcm: Int16Array;
  readonly turns: readonly MadeTurn[];
}

export interface MadeTurn {
  readonly start: number;
  readonly end: number;
}

/** Makes the recordings, the same in every run: voices of flite and espeak-ng, sounds of sox. */
export function makeVoiceSet(folder: string): readonly MadeRecording[] {
  const sentences = spoken.map(([voice, text]) => say(folder, voice, text));
  const answers = ["yes", "no", "stop"].flatMap((text) =>
    ["flite:rms", "espeak:en-us"].map((voice) => say(folder, voice, text)),
  );
  const sounds = houseSounds.map((effects) => sox(folder, "-n", effects.split(" ")));
  const clean = inRoom("clean", sentences);
  return [
    clean,
    ...[10, 5].map((snr) => withNoise(clean, snr)),
    inRoom("very short answers", answers),
    ...[300, 500].map((ms) => inRoom(`pauses of ${ms} ms`, withPauses(sentences, ms))),
    { name: "silence, one minute", pcm: hiss(60 * rate, quietRoom, createRandom(7)), turns: [] },
    { ...inRoom("clicks, thumps, beeps", sounds), turns: [] },
  ];
}

const spoken = [
  ["flite:rms", "my daughter is allergic to peanuts"],
  ["flite:slt", "what time does the library close on friday"],
  ["espeak:es", "recuérdame comprar pan mañana por la mañana"],
  ["flite:kal16", "turn off the lights in the kitchen please"],
  ["espeak:de", "ich habe am Donnerstag einen Termin beim Zahnarzt"],
  ["espeak:ar", "أنا أحب القهوة بدون سكر في الصباح"],
] as const;

/** Noises of a house, as sox makes them. */
const houseSounds = [
  "synth 0.02 whitenoise vol 0.7",
  "synth 0.4 sine 1000 vol 0.3",
  "synth 0.35 brownnoise fade h 0.005 0.35 0.3 vol 0.8",
  "synth 0.03 pinknoise vol 0.8 repeat 9 pad 0 0.1",
  "synth 1.5 pluck E4 vol 0.5",
];

/** Sounds one after another, with one to three seconds between them, over the noise of the room. */
function inRoom(name: string, lines: readonly Float64Array[]): MadeRecording {
  const random = createRandom(name.length + lines.length);
  let at = Math.round(1.2 * rate);
  const turns = lines.map(({ length }) => {
    const start = at;
    at += length + Math.round((1.3 + random.next() * 1.5) * rate);
    return { start, end: start + length };
  });
  const pcm = hiss(at, quietRoom, random);
  for (const [i, line] of lines.entries()) add(pcm, line, turns[i]?.start ?? 0);
  return { name, pcm, turns };
}

function withNoise({ pcm, turns }: MadeRecording, snr: number): MadeRecording {
  const noise = hiss(pcm.length, speechLevel - snr, createRandom(snr));
  add(noise, Float64Array.from(pcm), 0);
  return { name: `white noise, ${snr} dB`, pcm: noise, turns };
}

/** Each two sentences as one that somebody thinks in the middle of. */
function withPauses(lines: readonly Float64Array[], ms: number): Float64Array[] {
  const pause = new Float64Array((ms * rate) / 1000);
  return lines.flatMap((line, i) => {
    const second = lines[i + 1];
    return i % 2 === 0 && second ? Float64Array.from([...line, ...pause, ...second]) : [];
  });
}

function hiss(length: number, level: number, random: Random): Int16Array {
  const scale = 32_768 * 10 ** (level / 20);
  // The sum of twelve is nearly Gaussian; of four it is near enough, of variance 1/3.
  const noise = () => random.next() + random.next() + random.next() + random.next() - 2;
  return Int16Array.from({ length }, () => Math.round(scale * Math.sqrt(3) * noise()));
}

function add(pcm: Int16Array, sound: Float64Array, at: number): void {
  for (const [i, x] of sound.subarray(0, pcm.length - at).entries()) {
    pcm[at + i] = Math.max(-32_768, Math.min(32_767, Math.round((pcm[at + i] ?? 0) + x)));
  }
}

/** A sentence in a voice (`flite:rms`, `espeak:ca`), without the silence at its ends. */
function say(folder: string, voice: string, text: string): Float64Array {
  const [program, name = ""] = voice.split(":");
  const file = join(folder, "said.wav");
  if (program === "flite") execFileSync("flite", ["-voice", name, "-t", text, "-o", file]);
  else execFileSync("espeak-ng", ["-v", name, "-w", file, "--", text]);
  return toLevel(trim(sox(folder, file)), speechLevel);
}

/** What sox makes of a file, or of nothing (`-n`) by effects: mono, at `rate`. */
function sox(folder: string, from: string, effects: readonly string[] = []): Float64Array {
  const file = join(folder, "made.raw");
  const format = ["-t", "raw", "-r", String(rate), "-e", "signed", "-b", "16", "-c", "1"];
  execFileSync("sox", ["-D", "-R", "-V1", from, ...format, file, ...effects]);
  const bytes = readFileSync(file);
  return Float64Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
}

/** Without the silence at its ends. */
function trim(sound: Float64Array): Float64Array {
  const faint = peakOf(sound) / 50;
  const isSound = (x: number): boolean => Math.abs(x) > faint;
  return sound.slice(sound.findIndex(isSound), sound.findLastIndex(isSound) + 1);
}

/** With its loud parts at a level (dB below full scale). */
function toLevel(sound: Float64Array, level: number): Float64Array {
  const faint = peakOf(sound) / 20;
  const loud = sound.filter((x) => Math.abs(x) > faint);
  const power = loud.reduce((sum, x) => sum + x * x, 0) / sound.length;
  const gain = (32_768 * 10 ** (level / 20)) / Math.sqrt(power);
  return sound.map((x) => x * gain);
}

const peakOf = (sound: Float64Array): number =>
  sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
