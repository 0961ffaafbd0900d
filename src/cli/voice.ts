import type { Call, CommandLine } from "./command.ts";
import { addTalkFlags, talkOptions } from "./flags.ts";
import { readBytes } from "./read-input.ts";
import { withTalk } from "./talk.ts";
import { keepHeapSmall } from "./tune-v8.ts";
import { listen } from "./voice-listen.ts";
import { type Recording, runRecordings } from "./voice-recordings.ts";

/** `loci voice`: a conversation by voice, with microphone and speaker or with recordings. */
export function define(command: CommandLine): void {
  command
    .description("A conversation by voice, digested at its end. On a terminal Enter is a button.")
    .option("--wav <file...>", "take recorded turns instead of the microphone, then end");
  addTalkFlags(command)
    .examples("loci voice --person ana", "loci voice --wav question.wav")
    .runs(voice);
}

async function voice(plain: Call): Promise<unknown> {
  const request = { conversation: talkOptions(plain) };
  const recordings = await readRecordings(plain);
  if (recordings === undefined) keepHeapSmall();
  return withTalk<unknown>(plain, (talk) =>
    recordings === undefined ? listen(talk, request) : runRecordings(talk, request, recordings),
  );
}

/** Reads the files of `--wav`. Rejects with LociError UNREADABLE or BAD_INPUT. */
async function readRecordings({ flags, cwd }: Call): Promise<readonly Recording[] | undefined> {
  const { wav: names } = flags;
  if (!Array.isArray(names)) return undefined;
  const { readWav } = await import("../voice/audio/read-wav.ts");
  const recordings: Recording[] = [];
  for (const file of names) {
    const { rate, pcm } = readWav(await readBytes(cwd, file), file);
    recordings.push({ file, rate, pcm });
  }
  return recordings;
}
