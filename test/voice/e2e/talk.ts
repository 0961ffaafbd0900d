import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { expect, onTestFinished } from "vitest";
import { type SpeechServer, startSpeechServer } from "../../models/speech-server.ts";
import { cleanEnv, lociCommand } from "../../run-loci.ts";
import { useTempFolder, writeDeviceSettings, writeFiles } from "../../temp.ts";
import { eventsIn, waitFor } from "./person.ts";
import { useWiredRoom, type WiredRoom } from "./wired-room.ts";

type Event = Readonly<Record<string, unknown>>;

/** How a sentence reaches the transcriber. */
interface Manner {
  readonly language?: string;
  /** How sure the transcriber is. */
  readonly confidence?: number;
  /** 1 is near. */
  readonly volume?: number;
}

export interface TalkOptions {
  /** Of the vault, `loci.yaml`. */
  readonly languages?: readonly string[];
  /** Section `voice` of device.yaml, beside a transcriber that hears what is said. */
  readonly voice?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The command, with its flags. */
  readonly command?: readonly string[];
  /** A vault that is there already. */
  readonly root?: string;
  /** Where a vault is made; a temp folder by default. */
  readonly folder?: string;
  readonly room?: WiredRoom;
  readonly ears?: SpeechServer;
  /** What the clock says first, see shift-clock.ts. */
  readonly wall?: number;
}

/** `loci voice --json` as a process, in a room, with a transcriber that hears whatever the test says. */
export interface Talk {
  readonly root: string;
  readonly room: WiredRoom;
  readonly ears: SpeechServer;
  readonly events: () => readonly Event[];
  readonly stderr: () => string;
  readonly process: ChildProcess;
  /** The nth event of a type that has these fields; waits for it. */
  until(type: string, fields?: Event, nth?: number): Promise<Event>;
  count(type: string, fields?: Event): number;
  /** The person says it; nothing is waited for. */
  say(text: string, manner?: Manner): void;
  /** Says it, and waits until it was answered, and silence. */
  turn(text: string, manner?: Manner): Promise<void>;
  /** Waits until nothing is said or thought about. */
  untilQuiet(): Promise<void>;
  /** Time goes on by a minute and a second at once, for all that is measured; see shift-clock.ts. */
  skipMinute(): void;
  /** SIGTERM: it ends in time, with 0 unless another code is wanted, and leaves nothing running. */
  stop(code?: number): Promise<void>;
  kill(): Promise<void>;
}

/** It goes when the test ends. */
export async function useTalk(options: TalkOptions = {}): Promise<Talk> {
  const room = options.room ?? (await useWiredRoom());
  const ears = options.ears ?? (await useEars());
  const root = options.root ?? makeVault(ears, options);
  const recorders = room.recorders();
  const { child, ended, output } = start(root, room, options);
  const events = () => eventsIn(output.stdout);
  const matches = (type: string, fields: Event) =>
    events().filter(
      (event) =>
        event.type === type && Object.keys(fields).every((key) => event[key] === fields[key]),
    );
  const tell = () => `${output.stdout.slice(-6_000)}\n${output.stderr.slice(-2_000)}`;
  const wait = async <T>(what: string, find: () => T | undefined): Promise<T> => {
    const look = (): T | undefined => {
      const found = find();
      if (found === undefined && child.exitCode !== null)
        throw new Error(`It ended before ${what}`);
      return found;
    };
    return waitFor(what, look, 45_000).catch((error: Error) => {
      throw new Error(`${error.message}:\n${tell()}`);
    });
  };
  const talk: Talk = {
    root,
    room,
    ears,
    events,
    stderr: () => output.stderr,
    process: child,
    until: (type, fields = {}, nth = 1) =>
      wait(`${type} ${JSON.stringify(fields)} ${nth}`, () => matches(type, fields)[nth - 1]),
    count: (type, fields = {}) => matches(type, fields).length,
    say(text, { language = "en", confidence = 1, volume = 1 } = {}) {
      const segments = [{ start: 0, end: 1, avg_logprob: Math.log2(confidence) }];
      ears.onSpeech = () => ({ text, language, segments });
      room.voice(volume);
    },
    async turn(text, manner) {
      const answers = talk.count("latency");
      talk.say(text, manner);
      await talk.until("latency", {}, answers + 1);
      await talk.untilQuiet();
    },
    async untilQuiet() {
      const isQuiet = () => {
        const { state } = events().findLast(({ type }) => type === "state") ?? {};
        return state === "listening" || state === "asleep" ? true : undefined;
      };
      await wait("silence", isQuiet);
    },
    skipMinute: () => void child.kill("SIGUSR2"),
    async stop(wanted = 0) {
      const since = performance.now();
      child.kill("SIGTERM");
      const code = await ended;
      expect([code, performance.now() - since < longestEnd], tell()).toEqual([wanted, true]);
      expect(room.running()).toEqual([]);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
  const isThere = () => (room.recorders() > recorders ? true : undefined);
  if (room.microphone !== "gone") await wait("microphone", isThere);
  return talk;
}

/** A transcriber, or a voice. */
export async function useEars(): Promise<SpeechServer> {
  const server = await startSpeechServer();
  onTestFinished(() => server.close());
  return server;
}

/** Seven seconds for a digestion, one for all else, and what a busy machine adds (ms). */
const longestEnd = 10_000;

/** A vault whose device hears by that transcriber. */
export function makeVault(
  ears: SpeechServer,
  { languages = ["en"], voice = {}, folder = useTempFolder() }: TalkOptions,
): string {
  const transcriber = { url: ears.url, model: "test-model" };
  const device = { voice: { activation: "open", transcriber, ...voice } };
  writeFiles(folder, {
    "loci.yaml": `languages: [${languages.join(", ")}]\n`,
    "topics/boats.md": "# Boats\n\n- Moored in Palamós (2026-01-02)\n",
  });
  writeDeviceSettings(folder, JSON.stringify(device));
  return folder;
}

const clock = pathToFileURL(join(import.meta.dirname, "shift-clock.ts")).href;

function start(root: string, room: WiredRoom, { command, env, wall }: TalkOptions) {
  const [node, main] = lociCommand;
  const words = command ?? ["voice", "--json"];
  const child = spawn(node, ["--import", clock, main, ...words, "--vault", root], {
    cwd: "/",
    env: cleanEnv({
      ...room.env,
      ...(wall === undefined ? {} : { LOCI_TEST_WALL: `${wall}` }),
      ...env,
    }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const output = { stdout: "", stderr: "" };
  child.stdin.on("error", () => {}); // It may end first.
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  return { child, ended, output };
}

/** The texts of messages that wait in the database, in their order. */
export function messagesIn(root: string, role: "user" | "assistant"): readonly string[] {
  const file = join(root, ".loci/sessions.db");
  if (!existsSync(file)) return [];
  const db = new Database(file, { readonly: true, timeout: 5_000 });
  try {
    return db
      .prepare<[string], string>(
        "SELECT content FROM message WHERE role = ? AND digested = 0 ORDER BY at, id",
      )
      .pluck()
      .all(role);
  } finally {
    db.close();
  }
}

/** All bytes of a vault, whatever the file. */
export function bytesOf(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => `${file.name}\n${readFileSync(join(file.parentPath, file.name), "latin1")}`)
    .join("\n");
}

/** The memories of a vault: its topics and months. */
export function memoriesIn(root: string): string {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !/^(?:\.|log\/)/.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

/** The tokens (`zq1x`) that memories hold, each as often as it stands there. */
export function tokensIn(root: string): readonly string[] {
  return (memoriesIn(root).match(/zq\d+x/g) ?? []).toSorted();
}
