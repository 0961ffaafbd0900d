import { basename } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { VoiceRequest } from "../app/voice/open-voice.ts";
import type { Wav } from "../voice/audio/read-wav.ts";
import { createVoiceRenderer, type Heard, whyNotTaken } from "./render-voice.ts";
import { endConversation, type Talk } from "./talk.ts";
import { unknownLanguages } from "./voice-startup.ts";

/** Sound, and the file it is from. */
export interface Recording extends Wav {
  readonly file: string;
}

/** Answers recordings one by one, then digests the conversation. Resolves with the exit code. */
export async function runRecordings(
  { call, loci, stop, render }: Talk,
  request: VoiceRequest,
  recordings: readonly Recording[],
): Promise<number> {
  const { languages, voice: settings } = loci.settings;
  const show = createVoiceRenderer(call, { words: true });
  const { createRecordings } = await import("../voice/audio/recordings.ts");
  let heard: Heard[] = [];
  const recorder = createRecordings(recordings, {
    silenceMs: settings.silenceMs,
    async onEnd(i) {
      await yieldToEventLoop(); // Lets the recording's last events arrive.
      const fault = faultOf(heard, basename(recordings[i]?.file ?? ""));
      if (fault !== undefined) call.error(fault);
      heard = [];
    },
  });
  const voice = await loci.voice.open({ activation: "open", ...request, recorder });
  if (!call.json) for (const line of unknownLanguages(voice.inUse, languages)) call.note(line);
  let isFine = true;
  for await (const event of voice.run(stop)) {
    if (event.type === "heard") heard.push(event);
    isFine = show(event) && isFine;
  }
  await endConversation(render, voice.conversation, stop);
  return isFine ? 0 : 1;
}

/** Explains why nothing in a recording was accepted; undefined if something was. */
function faultOf(heard: readonly Heard[], name: string): string | undefined {
  if (heard.some(({ why }) => why === "failed")) return `${name} could not be transcribed`;
  if (heard.some(({ taken }) => taken)) return undefined;
  const last = heard.at(-1);
  if (last === undefined || last.why === "noise" || last.why === "empty") {
    return `Nobody speaks in ${name}`;
  }
  return `Nothing of ${name} was taken: ${whyNotTaken(last)}`;
}
