import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom, type Random } from "./random.ts";

/** Programs that it takes. */
export const makers = ["flite", "espeak-ng", "sox"] as const;

/** Samples a second. */
export const rate = 16_000;
/** Of all speech (dB below full scale). */
const speechLevel = -23;

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

/** Makes the recordings, the same in every run: voices of flite and espeak-ng, sounds of sox. `few`: a third of the sentences. */
export function makeVoiceSet(folder: string, few = false): readonly MadeRecording[] {
  const studio = openStudio(folder);
  const sentences = (few ? spoken.filter((_, i) => i % 3 === 0) : spoken).map(studio.say);
  const answers = (few ? shortAnswers.slice(0, 4) : shortAnswers).map(studio.say);
  const television = studio.say({ voice: "flite:awb", text: programme });
  const clean = inRoom("clean", sentences);
  return [
    clean,
    ...[20, 10, 5].map((snr) => withNoise(clean, snr)),
    inRoom("very short answers", answers),
    ...[300, 500, 900].map((ms) => withPauses(studio, ms, few)),
    inRoom(
      "rising by 10 dB",
      sentences.map((line) => fade(line, -10, 0)),
    ),
    inRoom(
      "falling by 10 dB",
      sentences.map((line) => fade(line, 0, -10)),
    ),
    { name: "silence, one minute", pcm: hiss(60 * rate, quietRoom, createRandom(7)), turns: [] },
    { ...inRoom("clicks, thumps, beeps", studio.sounds()), turns: [] },
    ...[15, 10, 6].map((below) => overTelevision(sentences, television, below)),
  ];
}

/** Level of the noise of a quiet room (dB below full scale). */
const quietRoom = -65;

const spoken: readonly Line[] = [
  { voice: "flite:rms", text: "my daughter is allergic to peanuts" },
  { voice: "flite:slt", text: "what time does the library close on friday" },
  { voice: "flite:awb", text: "remember that we use bomba rice for paella" },
  { voice: "espeak:es", text: "recuérdame comprar pan mañana por la mañana" },
  { voice: "flite:kal16", text: "turn off the lights in the kitchen please" },
  { voice: "espeak:ca", text: "demà al matí vaig al metge amb la Júlia" },
  { voice: "flite:rms", text: "set a timer for ten minutes" },
  { voice: "espeak:fr", text: "je préfère le thé sans sucre le matin" },
  { voice: "flite:slt", text: "no I live in Reus now" },
  { voice: "espeak:de", text: "ich habe am Donnerstag einen Termin beim Zahnarzt" },
  { voice: "espeak:pt", text: "amanhã tenho uma reunião com o João às nove horas" },
  { voice: "espeak:ar", text: "أنا أحب القهوة بدون سكر في الصباح" },
];

const shortAnswers: readonly Line[] = ["yes", "no", "ok", "stop"].flatMap((text) =>
  ["flite:rms", "flite:slt", "espeak:en-us"].map((voice) => ({ voice, text })),
);

const halves: readonly (readonly [string, string])[] = [
  ["remember that my mother", "comes to visit on sunday"],
  ["the recipe needs two eggs", "and a little bit of milk"],
  ["on monday I have to go", "to the dentist in the afternoon"],
  ["what is the name of", "the restaurant near the station"],
  ["I would like to know", "how long the oven takes"],
  ["please write down that", "the plumber costs eighty euros"],
];

const programme =
  "and now the weather for the rest of the week. a front from the west brings rain to most of the country, with strong winds along the coast. in the markets today shares fell for the third day in a row, as investors waited for the decision of the central bank. the minister said that the new law would be voted on before the summer. in sport, the national team won its last match by two goals to one, after a long second half in which both sides had chances. the actor thanked his family and everybody who had worked on the film for so many years. scientists have found a new kind of frog in the forests of the north, which lives in trees and sings only at night.";

/** Sounds one after another, with one to three seconds between them, over the noise of the room. */
function inRoom(name: string, lines: readonly Float64Array[]): MadeRecording {
  const random = createRandom(name.length + lines.length);
  const turns: MadeTurn[] = [];
  let at = Math.round(1.2 * rate);
  for (const line of lines) {
    turns.push({ start: at, end: at + line.length });
    at += line.length + Math.round((1.3 + random.next() * 1.5) * rate);
  }
  const pcm = hiss(at, quietRoom, random);
  turns.forEach(({ start }, i) => {
    add(pcm, lines[i] ?? new Float64Array(), start);
  });
  return { name, pcm, turns };
}

function withNoise({ pcm, turns }: MadeRecording, snr: number): MadeRecording {
  const noise = hiss(pcm.length, speechLevel - snr, createRandom(snr));
  add(noise, Float64Array.from(pcm), 0);
  return { name: `white noise, ${snr} dB`, pcm: noise, turns };
}

/** Sentences with a pause in the middle; each is one turn. */
function withPauses(studio: Studio, ms: number, few: boolean): MadeRecording {
  const voices = ["flite:rms", "flite:slt"];
  const lines = (few ? halves.slice(0, 3) : halves).map((half, i) => {
    const [first, second] = half.map((text) => studio.say({ voice: voices[i % 2] ?? "", text }));
    if (first === undefined || second === undefined) throw new Error("Cannot say half a sentence");
    const pause = Math.round((ms * rate) / 1000);
    const line = new Float64Array(first.length + pause + second.length);
    line.set(first);
    line.set(second, first.length + pause);
    return line;
  });
  return inRoom(`pauses of ${ms} ms`, lines);
}

const fade = (line: Float64Array, from: number, to: number): Float64Array =>
  line.map((x, i) => x * 10 ** ((from + ((to - from) * i) / line.length) / 20));

/** The sentences over a television, so many dB fainter, that begins eight seconds before. */
function overTelevision(
  lines: readonly Float64Array[],
  television: Float64Array,
  below: number,
): MadeRecording {
  const name = `television, ${below} dB fainter`;
  const { pcm, turns } = inRoom("", [new Float64Array(8 * rate), ...lines]);
  for (let at = 0; at < pcm.length; at += television.length) {
    add(pcm, television, at, 10 ** (-below / 20));
  }
  return { name, pcm, turns: turns.slice(1) };
}

function hiss(length: number, level: number, random: Random): Int16Array {
  const scale = 32_768 * 10 ** (level / 20);
  // The sum of twelve is nearly Gaussian; of four it is near enough, of variance 1/3.
  return Int16Array.from({ length }, () =>
    Math.round(
      scale * Math.sqrt(3) * (random.next() + random.next() + random.next() + random.next() - 2),
    ),
  );
}

function add(pcm: Int16Array, sound: Float64Array, at: number, gain = 1): void {
  const length = Math.min(sound.length, pcm.length - at);
  for (let i = 0; i < length; i++) {
    const sum = (pcm[at + i] ?? 0) + gain * (sound[i] ?? 0);
    pcm[at + i] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

/** A sentence and who says it. */
interface Line {
  /** `flite:rms`, `espeak:ca` */
  readonly voice: string;
  readonly text: string;
}

type Studio = ReturnType<typeof openStudio>;

/** What sounds are made of: programs of Debian packages, mono, at `rate`. Files go to a folder, the caller's to remove. */
function openStudio(folder: string) {
  let files = 0;
  const run = (program: string, argv: readonly string[]): void => {
    execFileSync(program, argv, { stdio: ["ignore", "ignore", "pipe"] });
  };
  const sox = (from: string, ...effects: readonly string[]): Float64Array => {
    const file = join(folder, `${++files}.raw`);
    const format = ["-t", "raw", "-r", String(rate), "-e", "signed", "-b", "16", "-c", "1"];
    run("sox", ["-D", "-R", "-V1", from, ...format, file, ...effects]);
    const bytes = readFileSync(file);
    return Float64Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
  };
  const synth = (...effects: readonly string[]) => sox("-n", ...effects);
  return {
    /** A sentence, without the silence at its ends. */
    say({ voice, text }: Line): Float64Array {
      const [program, name = ""] = voice.split(":");
      const file = join(folder, `${++files}.wav`);
      if (program === "flite") run("flite", ["-voice", name, "-t", text, "-o", file]);
      else run("espeak-ng", ["-v", name, "-w", file, "--", text]);
      return toLevel(trim(sox(file)), speechLevel);
    },
    /** Noises of a house, one by one. */
    sounds: (): Float64Array[] => [
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
