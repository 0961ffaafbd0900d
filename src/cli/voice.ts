import type { Loci } from "../app/loci.ts";
import type { VoiceRequest } from "../app/voice/open-voice.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { singleEvent } from "./converse.ts";
import { talkFlags, talkOptions } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { createRenderer } from "./render-events.ts";
import { createScreen, type Screen } from "./screen.ts";
import { stopSignal } from "./stop-signal.ts";
import { keepHeapSmall } from "./tune-v8.ts";
import { listen } from "./voice-listen.ts";
import { type Recordings, readRecordings, runRecordings } from "./voice-recordings.ts";

/** `loci voice`: a conversation by voice, with microphone and speaker or with recordings. */
export const voice: Command = {
  usage: "voice [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Talks: listens to the microphone, answers through the speaker, and digests what was said when it ends. In a terminal Enter is a button to talk.",
  flags: {
    wav: {
      type: "string",
      multiple: true,
      value: "FILE…",
      help: "take recorded turns instead of the microphone, then end",
    },
    open: { type: "boolean", help: "take all that is said, without its name or a button" },
    push: { type: "boolean", help: "listen only when the button or Enter is pressed" },
    mute: { type: "boolean", help: "write the replies, speak none" },
    ...talkFlags,
  },
  examples: [
    "loci voice",
    "loci voice --push --person ana --lang ca",
    "loci voice --wav question.wav",
    "loci voice --wav one.wav two.wav --mute --json",
  ],
  async run(plain) {
    const request = requestOf(plain);
    const recordings = await readRecordings(plain);
    if (recordings === undefined) keepHeapSmall();
    const screen = createScreen(plain);
    const loci = await openVault(screen.call);
    const { signal, release } = stopSignal();
    try {
      return await talk({ screen, loci, signal }, request, recordings);
    } finally {
      await loci.close(signal.aborted ? { timeoutMs: 0 } : {});
      release();
    }
  },
};

interface Running {
  readonly screen: Screen;
  readonly loci: Loci;
  readonly signal: AbortSignal;
}

async function talk(
  { screen, loci, signal }: Running,
  request: VoiceRequest,
  recordings: Recordings | undefined,
): Promise<number> {
  const render = createRenderer(screen.call);
  const digesting = loci.digest.keep(async (event) => void render(singleEvent(event)));
  signal.addEventListener("abort", () => void digesting.close(), { once: true });
  try {
    if (recordings === undefined) {
      await listen({ screen, loci, stop: signal }, request);
      return 0;
    }
    const { call } = screen;
    const { failures } = await runRecordings({ call, loci, stop: signal }, request, recordings);
    return failures > 0 ? 1 : 0;
  } finally {
    await digesting.close();
    await loci.sync.commit();
  }
}

function requestOf(call: Call): VoiceRequest {
  const { open, push, mute } = call.flags;
  if (open === true && push === true) {
    throw wrongFlags(
      "--open and --push",
      "it either takes all that is said, or waits for a button",
    );
  }
  return {
    conversation: talkOptions(call),
    ...(open === true ? { activation: "open" as const } : {}),
    ...(push === true ? { activation: "push" as const } : {}),
    ...(mute === true ? { speaker: "none" as const } : {}),
  };
}

const wrongFlags = (flags: string, why: string): LociError =>
  new LociError("USAGE", `Cannot use ${flags} together: ${why}`);
