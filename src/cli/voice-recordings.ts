import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Loci } from "../app/loci.ts";
import type { VoiceRequest } from "../app/voice/open-voice.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { VoiceEvent } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { type ConversationResult, endConversation } from "./converse.ts";
import { createRenderer } from "./render-events.ts";
import { createVoiceRenderer, howSure, whyNotTaken } from "./render-voice.ts";
import { digestDeadline } from "./stop-signal.ts";
import { runVoice } from "./voice-run.ts";
import { unknownLanguages } from "./voice-startup.ts";

/** The recordings of `loci voice --wav`. */
export interface Recordings {
  /** As given on the command line. */
  readonly names: readonly string[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * Reads `--wav`, and checks the files; undefined without it. Rejects with LociError BAD_INPUT for a file that cannot be
 * read.
 */
export async function readRecordings(call: Call): Promise<Recordings | undefined> {
  const { wav: names } = call.flags;
  if (!Array.isArray(names)) return undefined;
  const files = names.map((name) => resolve(call.cwd, name));
  const { maxWavBytes, readWav } = await import("../voice/audio/read-wav.ts");
  for (const name of names) {
    readWav(bytesOf(resolve(call.cwd, name), name, maxWavBytes), name);
  }
  return { names, files };
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

/** Answers the recordings one after another, then digests the conversation. */
export async function runRecordings(
  { call, loci, stop }: { readonly call: Call; readonly loci: Loci; readonly stop: AbortSignal },
  request: VoiceRequest,
  recordings: Recordings,
): Promise<Pick<ConversationResult, "failures">> {
  const { silenceMs } = loci.settings.voice;
  const show = createVoiceRenderer(call, { words: true });
  const { createRecordings, silencePadMs } = await import("../voice/audio/recordings.ts");
  const { names, files } = recordings;
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
