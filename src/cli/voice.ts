import type { Loci } from "../app/loci.ts";
import type { VoiceRequest } from "../app/voice/open-voice.ts";
import type { Call, CommandLine } from "./command.ts";
import { singleEvent } from "./converse.ts";
import { addTalkFlags, talkOptions } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { createRenderer } from "./render-events.ts";
import { createScreen, type Screen } from "./screen.ts";
import { stopSignal } from "./stop-signal.ts";
import { keepHeapSmall } from "./tune-v8.ts";
import { listen } from "./voice-listen.ts";
import { type Recordings, readRecordings, runRecordings } from "./voice-recordings.ts";

/** `loci voice`: a conversation by voice, with microphone and speaker or with recordings. */
export function define(command: CommandLine): void {
  command
    .description(
      "Talks: listens to the microphone, answers through the speaker, and digests what was said when it ends. In a terminal Enter is a button to talk.",
    )
    .option("--wav <file...>", "take recorded turns instead of the microphone, then end");
  addTalkFlags(command)
    .examples(
      "loci voice",
      "loci voice --person ana --lang ca",
      "loci voice --wav question.wav",
      "loci voice --wav one.wav two.wav --json",
    )
    .runs(voice);
}

async function voice(plain: Call): Promise<number> {
  const request = { conversation: talkOptions(plain) };
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
}

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
