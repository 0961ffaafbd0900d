import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { modelError } from "../servers/failure.ts";
import { askWithin, failureOf } from "../servers/limit.ts";
import { speechRate, type Transcriber, type Transcript } from "../transcribe.ts";
import { runProgram } from "./run-program.ts";

export interface PocketSphinxOptions {
  /** Of the household: `probe` reports where English is not among them. */
  readonly languages?: readonly string[];
  readonly ms?: number;
  /** Folder of the English model. */
  readonly model?: string;
}

/**
 * PocketSphinx of Debian's package as a child process: English only, no network, 100 MB for the second it takes. Good
 * enough for commands and clear short sentences.
 */
export function createPocketSphinx(options: PocketSphinxOptions = {}): Transcriber {
  // A Le Potato takes some 10 s for a sentence.
  const { model = usualModel, ms = 30_000, languages = ["en"] } = options;
  const program = "pocketsphinx_batch";
  const asked = {
    does: `transcribe with "${program}"`,
    program,
    packages: "pocketsphinx pocketsphinx-en-us",
    args: toArguments(model),
  };
  /** What it logs of a recording. */
  const listen = async (pcm: Int16Array, limit: AbortSignal): Promise<readonly string[]> => {
    if (!existsSync(join(model, "cmudict-en-us.dict"))) {
      throw modelError(asked, "missing", asked.packages);
    }
    const log: string[] = [];
    const onLine = (line: string) => log.push(line);
    const files = [await openNameless(pcm), await openNameless("3\n")];
    try {
      const run = { ...asked, files: files.map(({ fd }) => fd), onLine };
      for await (const _ of runProgram(run, limit));
      return log;
    } finally {
      await Promise.all(files.map((file) => file.close()));
    }
  };
  const transcribe = async (pcm: Int16Array, signal?: AbortSignal): Promise<Transcript> => {
    signal?.throwIfAborted();
    if (pcm.length < shortest) return { text: "", language: null, confidence: null };
    const log = await askWithin(asked, ms, (limit) => listen(pcm, limit), signal);
    const words = readWords(log);
    if (words === undefined) throw modelError(asked, "server", "it ended without a result");
    const text = words.map(({ word }) => word).join(" ");
    const language = text === "" ? null : "en";
    return { text: text.replace(/\bi\b/g, "I"), language, confidence: judgeWords(words) };
  };
  return {
    id: "pocketsphinx",
    isCloud: false,
    languages: ["en"],
    transcribe: (pcm, _hints, signal) => transcribe(pcm, signal),
    async probe() {
      if (languages.includes("en")) {
        return failureOf(asked, () => transcribe(new Int16Array(8_000)));
      }
      const state = `it knows English only, and the languages here are ${languages.join(", ")}; name a server in voice.transcriber.url`;
      return modelError(asked, "language", state);
    },
  };
}

const usualModel = "/usr/share/pocketsphinx/model/en-us";

/** 0.1 seconds. */
const shortest = speechRate / 10;

/** The program for whole recordings: it transcribes a turn at once and logs how sure it is of each word. */
function toArguments(model: string): readonly string[] {
  const at = (name: string): string => join(model, name);
  const files = ["-hmm", at("en-us"), "-lm", at("en-us.lm.bin"), "-dict", at("cmudict-en-us.dict")];
  // Descriptor 4 lists the recordings, and names one: descriptor 3, in the folder of descriptors.
  const recording = ["-ctl", "/dev/fd/4", "-cepdir", "/dev/fd", "-cepext", "", "-adcin", "yes"];
  return [...files, ...recording, "-backtrace", "yes"];
}

/** A file in memory without a name, which vanishes with this process: what is said should not stay on a memory card. */
async function openNameless(content: Int16Array | string): Promise<FileHandle> {
  const path = `/dev/shm/loci-${randomUUID()}`;
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  await file.writeFile(content);
  return file;
}

/** A word that PocketSphinx made of sound, and how well it fits: logarithms, the lower the worse. */
interface SphinxWord {
  readonly word: string;
  readonly frames: number;
  /** Its probability among all that the sound could have been. */
  readonly posterior: number;
  readonly acoustic: number;
  readonly language: number;
}

/** The words in the log of PocketSphinx; undefined where it did not come to its end. */
function readWords(log: readonly string[]): readonly SphinxWord[] | undefined {
  const table = log.findLastIndex((line) => /^word\s+start\s+end\s+pprob/.test(line));
  if (table < 0) {
    return log.some((line) => /Couldn't find <s>|\b0 words$/.test(line)) ? [] : undefined;
  }
  return log.slice(table + 1).flatMap((line) => {
    const [, word = "", ...numbers] = row.exec(line) ?? [];
    if (word === "" || /^[<[+]/.test(word)) return [];
    const [start = 0, end = 0, posterior = 0, acoustic = 0, language = 0] = numbers.map(Number);
    const frames = end - start + 1;
    return [{ word: word.replace(/\(\d+\)$/, ""), frames, posterior, acoustic, language }];
  });
}

const row = /^(\S+)\s+(\d+)\s+(\d+)\s+([\d.]+)\s+(-?\d+)\s+(-?\d+)\s+\d+\s*$/;

/**
 * How sure it is, 0 to 1; null without words. A logistic fit over 108 recordings: four voices of flite, clean and in
 * noise, against mumbling, other languages, speech played backwards, babble, noise and music. From 0.5 on, 42 of 46
 * good transcripts are taken, and 7 of 62 bad ones.
 */
function judgeWords(words: readonly SphinxWord[]): number | null {
  const sum = (of: (word: SphinxWord) => number): number =>
    words.reduce((total, word) => total + of(word), 0);
  const frames = sum((word) => word.frames);
  if (frames === 0) return null;
  const posterior = sum((word) => word.posterior * word.frames) / frames;
  const acoustic = sum((word) => word.acoustic) / frames / 10_000;
  const language = sum((word) => word.language) / words.length / 100;
  const sure = 1 / (1 + Math.exp(-(4.1 * posterior + 0.9 * acoustic + 1.3 * language + 5)));
  // One short word, of less than 0.4 seconds, fits any grunt.
  return sure * Math.min(1, frames / 40);
}
