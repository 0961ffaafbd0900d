import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Loci } from "../app/loci.ts";
import type { VoiceRequest } from "../app/voice/voice.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { type ConversationResult, endConversation } from "./converse.ts";
import { textFlags } from "./flags.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceRenderer, howSure, whyNotTaken } from "./render-voice.ts";
import { digestDeadline } from "./stop-signal.ts";
import { runVoice } from "./voice-run.ts";
import { unknownLanguages } from "./voice-startup.ts";

/** The recordings of `loci voice --wav`, and the file for the replies. */
export interface Recordings {
  /** As given on the command line. */
  readonly names: readonly string[];
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly out: string | undefined;
}

/**
 * Reads `--wav` and `--out`, and checks the files; undefined without `--wav`. Rejects with LociError BAD_INPUT for a file
 * that cannot be read or written, and USAGE for flags that exclude each other.
 */
export async function readRecordings(call: Call): Promise<Recordings | undefined> {
  const { wav, push } = call.flags;
  const { out } = textFlags(call, "out");
  if (!Array.isArray(wav)) {
    const [word] = call.words;
    if (word !== undefined) {
      throw new LociError(
        "USAGE",
        `Cannot use "${word}" with "loci voice": it takes no words; recorded turns follow --wav`,
        { data: { word } },
      );
    }
    if (out !== undefined) throw new LociError("USAGE", "Cannot use --out without --wav FILE");
    return undefined;
  }
  if (push === true) {
    throw new LociError("USAGE", "Cannot use --push with --wav: recordings press no button");
  }
  const names: readonly string[] = [...wav, ...call.words];
  const files = names.map((name) => resolve(call.cwd, name));
  const { maxWavBytes, readWav } = await import("../voice/audio/read-wav.ts");
  for (const name of names) {
    readWav(bytesOf(resolve(call.cwd, name), name, maxWavBytes), name);
  }
  return { names, files, out: out === undefined ? undefined : checkedOut(call, out, files) };
}

function bytesOf(file: string, name: string, most: number): Buffer {
  const refuse = (state: string, cause?: unknown): LociError =>
    new LociError("BAD_INPUT", `Cannot read the recording "${name}": ${state}`, {
      cause,
      data: { file: name },
    });
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw refuse("it is not a plain file");
    if (stat.size > most) throw refuse(`it is larger than ${most >> 20} MB; cut it into parts`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof LociError) throw error;
    const state = errnoOf(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw refuse(state, error);
  }
}

function checkedOut(call: Call, name: string, recordings: readonly string[]): string {
  const file = resolve(call.cwd, name);
  const refuse = (state: string, cause?: unknown): LociError =>
    new LociError("BAD_INPUT", `Cannot write the replies to "${name}": ${state}`, {
      cause,
      data: { file: name },
    });
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) throw refuse("it is not a plain file");
  if (stat !== undefined && recordings.some((one) => realpathSync(one) === realpathSync(file))) {
    throw refuse("it is one of the recordings");
  }
  if (stat !== undefined && stat.size > 0) {
    throw refuse("it is there already; name a new file, or remove it");
  }
  if (!existsSync(dirname(file))) throw refuse("there is no such folder");
  try {
    accessSync(stat === undefined ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw refuse("it may not be written to", error);
  }
  return file;
}

/** Answers the recordings one after another, then digests the conversation. */
export async function runRecordings(
  { call, loci, stop }: { readonly call: Call; readonly loci: Loci; readonly stop: AbortSignal },
  request: VoiceRequest,
  recordings: Recordings,
): Promise<Pick<ConversationResult, "failures">> {
  const { silenceMs } = loci.settings.voice;
  const show = createVoiceRenderer(call, { words: true });
  const { createRecordings, silencePadMs } = await import("../voice/audio/recordings.ts");
  const { createFileSpeaker } = await import("../voice/audio/file-speaker.ts");
  const { out, names, files } = recordings;
  let heard: Heard[] = [];
  const recorder = createRecordings(files, {
    padMs: silencePadMs(silenceMs),
    async onEnd(i) {
      await yieldToEventLoop(); // Lets the recording's last events arrive.
      const fault = faultOf(heard, basename(names[i] ?? ""));
      if (fault !== undefined) call.error(fault);
      heard = [];
    },
  });
  const voice = await loci.voice.open({
    activation: "open",
    sounds: false,
    ...(out === undefined ? {} : { speaker: createFileSpeaker(out) }),
    ...request,
    recorder,
  });
  if (!call.json) unknownLanguages(voice.inUse, loci.settings.languages).forEach(call.note);
  const deadline = digestDeadline(stop);
  let failures = 0;
  for await (const event of runVoice(voice, stop)) {
    if (event.type === "heard") heard.push(event);
    if (!show(event)) failures++;
  }
  await createRenderer(call)(endConversation(voice.conversation, deadline));
  return { failures };
}

type Heard = Extract<VoiceEvent, { type: "heard" }>;

/** Explains why nothing in a recording was accepted; undefined if something was. */
function faultOf(heard: readonly Heard[], name: string): string | undefined {
  if (heard.some(({ why }) => why === "failed")) return `${name} could not be transcribed`;
  if (heard.some(({ taken }) => taken)) return undefined;
  const last = heard.at(-1);
  const why = last?.why ?? "noise";
  if (last === undefined || why === "noise" || why === "empty") return `Nobody speaks in ${name}`;
  const said = why === "unclear" ? `: ${howSure(last)}` : "";
  return `Nothing of ${name} was taken: ${whyNotTaken[why]}${said}`;
}
