import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { speechRate, type Transcriber, type Transcript } from "../transcribe.ts";
import { openNamelessFiles } from "./pocketsphinx-files.ts";
import { toNameLines } from "./pocketsphinx-names.ts";
import { missingError, runPocketSphinx, sphinxError } from "./pocketsphinx-process.ts";
import { judgeWords, readWords, toText } from "./pocketsphinx-words.ts";

export interface PocketSphinxOptions {
  /** What the agent is called: names that the language model does not know are heard all the same. */
  readonly names?: readonly string[];
  /** Of the household: `probe` tells where English is not among them. */
  readonly languages?: readonly string[];
  readonly timeoutMs?: number;
  /** Found on the PATH. */
  readonly program?: string;
  /** Folder of the English model. */
  readonly model?: string;
  /** Where the sound is kept for the moment, in a file without a name. */
  readonly folder?: string;
}

/**
 * PocketSphinx of Debian's package as a child process: English only, no network, 100 MB for the second it takes. Good
 * enough for commands and clear short sentences.
 */
export function createPocketSphinx(options: PocketSphinxOptions = {}): Transcriber {
  const { names = [], timeoutMs = 30_000, program = "pocketsphinx_batch" } = options;
  const model = options.model ?? "/usr/share/pocketsphinx/model/en-us";
  const { lines, namesByVariant } = toNameLines(names);
  const transcribe = async (pcm: Int16Array, signal: AbortSignal): Promise<Transcript> => {
    signal.throwIfAborted();
    if (pcm.length < shortest) return { text: "", language: null, confidence: null };
    const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const dictionary = await readDictionary(model);
    const contents = [sound, "3\n", `${dictionary.trimEnd()}\n${lines}`];
    const { files, close } = await openNamelessFiles(contents, options.folder);
    try {
      const run = { program, args: toArguments(model), files, timeoutMs };
      const words = readWords(await runPocketSphinx(run, signal));
      if (words === undefined) throw sphinxError("answer", "it ended without a result");
      const text = toText(words, namesByVariant);
      return {
        text,
        language: text === "" ? null : "en",
        confidence: judgeWords(words, namesByVariant),
      };
    } finally {
      await close();
    }
  };
  const worded = async (pcm: Int16Array, signal: AbortSignal): Promise<Transcript> => {
    try {
      return await transcribe(pcm, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof LociError) throw error;
      throw sphinxError("answer", `its files cannot be written (${messageOf(error)})`, error);
    }
  };
  return {
    id: "pocketsphinx",
    isCloud: false,
    languages: ["en"],
    transcribe: (pcm, _hints, signal) => worded(pcm, signal),
    probe: async () =>
      foreignError(options.languages ?? []) ??
      worded(new Int16Array(8_000), new AbortController().signal).then(
        () => undefined,
        (error: unknown) =>
          error instanceof LociError ? error : sphinxError("answer", messageOf(error)),
      ),
  };
}

/** 0.1 seconds. */
const shortest = speechRate / 10;

function foreignError(languages: readonly string[]): LociError | undefined {
  if (languages.length === 0 || languages.includes("en")) return undefined;
  const state = `it knows English only, and the languages here are ${languages.join(", ")}; name a server in voice.transcriber.url`;
  return sphinxError("language", state);
}

async function readDictionary(model: string): Promise<string> {
  try {
    return await readFile(join(model, "cmudict-en-us.dict"), "utf8");
  } catch (error) {
    throw missingError("its English model is not installed", error);
  }
}

/** The program for whole recordings: it hears a turn at once and tells how sure it is of each word in its log. */
function toArguments(model: string): readonly string[] {
  return [
    ...["-hmm", join(model, "en-us"), "-lm", join(model, "en-us.lm.bin")],
    ...["-dict", "/dev/fd/5"],
    // The list names the sound: descriptor 3, in the folder of descriptors, without a suffix.
    ...["-ctl", "/dev/fd/4", "-cepdir", "/dev/fd", "-cepext", "", "-adcin", "yes"],
    ...["-backtrace", "yes"],
  ];
}
