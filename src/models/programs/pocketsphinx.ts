import { accessSync, constants } from "node:fs";
import { type FileHandle, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { short } from "../short.ts";
import { speechRate, type Transcriber, type Transcript } from "../transcribe.ts";
import { toNameLines } from "./pocketsphinx-names.ts";
import { judgeWords, readWords, toText } from "./pocketsphinx-words.ts";
import { startProgram } from "./start-program.ts";

export interface PocketSphinxOptions {
  /** What the agent is called: names that the language model does not know are heard all the same. */
  readonly names?: readonly string[];
  /** Of the household: `probe` reports where English is not among them. */
  readonly languages?: readonly string[];
  readonly timeoutMs?: number;
  /** Found on the PATH. */
  readonly program?: string;
  /** Folder of the English model. */
  readonly model?: string;
  /** Where the sound is kept for the moment, in a file without a name. */
  readonly folder?: string;
}

/** A Le Potato takes some 10 s for a sentence. */
const usualTimeoutMs = 30_000;

/**
 * PocketSphinx of Debian's package as a child process: English only, no network, 100 MB for the second it takes. Good
 * enough for commands and clear short sentences.
 */
export function createPocketSphinx(options: PocketSphinxOptions = {}): Transcriber {
  const { names = [], timeoutMs = usualTimeoutMs, program = "pocketsphinx_batch" } = options;
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

/** The program for whole recordings: it transcribes a turn at once and logs how sure it is of each word. */
function toArguments(model: string): readonly string[] {
  return [
    ...["-hmm", join(model, "en-us"), "-lm", join(model, "en-us.lm.bin")],
    ...["-dict", "/dev/fd/5"],
    // The list names the sound: descriptor 3, in the folder of descriptors, without a suffix.
    ...["-ctl", "/dev/fd/4", "-cepdir", "/dev/fd", "-cepext", "", "-adcin", "yes"],
    ...["-backtrace", "yes"],
  ];
}

interface SphinxRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Files that it gets as descriptors 3, 4 and so on. */
  readonly files: readonly FileHandle[];
  readonly timeoutMs: number;
}

/**
 * Runs PocketSphinx and returns the end of its log. Rejects with LociError MODEL_FAILED, or the signal's reason; the child
 * is gone when this settles.
 */
export async function runPocketSphinx(
  { program, args, files, timeoutMs }: SphinxRun,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const lines: string[] = [];
  const onLine = (line: string): void => {
    lines.push(line);
    if (lines.length > 2 * maxLogLines) lines.splice(0, maxLogLines);
  };
  const child = startProgram({ program, args, onLine, files: files.map(({ fd }) => fd) });
  child.stdin.end();
  child.stdout.resume();
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  const stop = (): void => void child.stop(500);
  either.addEventListener("abort", stop, { once: true });
  const { code, cause } = await child.exited;
  either.removeEventListener("abort", stop);
  await child.stop(0);
  if (signal.aborted) throw signal.reason;
  if (deadline.aborted) {
    const state = `no answer within ${timeoutMs} ms; this device is too slow or overloaded: name a server in voice.transcriber.url`;
    throw sphinxError("timeout", state);
  }
  if (cause !== undefined) throw startError(cause);
  if (code !== 0) throw exitError(code, lines);
  return lines.join("\n");
}

/** Words what is wrong with PocketSphinx. */
function sphinxError(
  reason: "missing" | "timeout" | "answer" | "language",
  state: string,
  cause?: unknown,
): LociError {
  return new LociError("MODEL_FAILED", `Cannot transcribe with "pocketsphinx": ${state}`, {
    data: { reason, passing: reason === "timeout" },
    cause,
  });
}

/** What to do where a part of it is missing. */
function missingError(what: string, cause?: unknown): LociError {
  const state = `${what}; install it with: apt install pocketsphinx pocketsphinx-en-us`;
  return sphinxError("missing", state, cause);
}

/** More than half a minute of speech makes. */
const maxLogLines = 5_000;

function startError(error: Error): LociError {
  return errnoOf(error) === "ENOENT"
    ? missingError("it is not installed", error)
    : sphinxError("answer", `it does not start (${short(error.message)})`, error);
}

function exitError(code: number | null, lines: readonly string[]): LociError {
  const line = lines.findLast((said) => /^(?:ERROR|FATAL)/.test(said)) ?? "";
  const words = short(line.replace(/^\w+:\s*(?:"[^"]*",\s*line \d+:)?\s*/, ""));
  return sphinxError(
    "answer",
    `it ended with ${code ?? "a signal"}${words === "" ? "" : ` (${words})`}`,
  );
}

/** Unlinked files: no other process can open them, and they vanish with this one. */
interface NamelessFiles {
  readonly files: readonly FileHandle[];
  close(): Promise<void>;
}

/** Writes each content to a file that has no name any more; in memory where the system has a place for that. */
async function openNamelessFiles(
  contents: readonly (string | Uint8Array)[],
  parent: string = memoryOrTemp(),
): Promise<NamelessFiles> {
  const files: FileHandle[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(files.map((file) => file.close()));
  };
  // Private to this user while the files still have names.
  const folder = await mkdtemp(join(parent, "loci-"));
  try {
    for (const at of contents.keys()) {
      files.push(await open(join(folder, String(at)), "wx+", 0o600));
    }
  } catch (error) {
    await close();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  try {
    for (const [at, content] of contents.entries()) await files[at]?.writeFile(content);
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}

/** What is said should not be written to a memory card. */
function memoryOrTemp(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}
