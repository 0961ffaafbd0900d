import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";
import { textFlag } from "./flag-values.ts";
import { openFor } from "./open-for.ts";
import { createRenderer } from "./render-events.ts";
import { stopSignal } from "./until-stopped.ts";

/** `loci digest`: turns waiting conversations, or a transcript, into memory. */
export const digest: Command = {
  usage: "digest [FILE] [flags]",
  summary:
    "Turns conversations that wait into memory, or a transcript: text, JSON lines, a ChatGPT or Claude export; - reads from a pipe.",
  words: 1,
  flags: {
    person: { type: "string", value: "ID", help: "whose conversation it is" },
    me: { type: "string", value: "NAME", help: "the person's name in a text with speakers" },
  },
  examples: [
    "loci digest",
    "loci digest meeting.txt --me Ana --person ana",
    "loci digest conversations.json",
  ],
  async run(call) {
    const [file] = call.words;
    const transcript =
      file === undefined ? undefined : await readFileOrPipe(call.stdin, call.cwd, file);
    const loci = await openFor(call);
    const { signal, release } = stopSignal();
    try {
      const talk = { ...textFlag(call, "person"), ...textFlag(call, "me") };
      const events =
        transcript === undefined
          ? loci.digestWaiting(signal)
          : loci.digestTranscript(transcript, talk, signal);
      let count = 0;
      let failed = false;
      const counted = (async function* () {
        for await (const event of events) {
          count++;
          if (event.status === "waiting") failed = true;
          yield event;
        }
      })();
      await createRenderer(call)(counted);
      if (!call.json)
        call.note(`${count} ${count === 1 ? "conversation" : "conversations"} digested`);
      await loci.commit();
      return failed ? 1 : 0;
    } finally {
      await loci.close(signal.aborted ? { patienceMs: 0 } : {});
      release();
    }
  },
};

/** An export of years of conversations may be large; more is no transcript. */
const mostBytes = 512 * 2 ** 20;

async function readFileOrPipe(
  stdin: AsyncIterable<unknown>,
  cwd: string,
  file: string,
): Promise<string> {
  if (file === "-") {
    const parts: Uint8Array[] = [];
    for await (const part of stdin) parts.push(Buffer.from(part as string | Uint8Array));
    return Buffer.concat(parts).toString("utf8");
  }
  const { resolve } = await import("node:path");
  const { readFile, stat } = await import("node:fs/promises");
  const path = resolve(cwd, file);
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new Error("it is larger than 512 MB");
    return await readFile(path, "utf8");
  } catch (error) {
    const reason =
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? "it is not there"
        : (error as Error).message;
    throw new LociError("UNREADABLE", `Cannot read the transcript "${file}": ${reason}`, {
      cause: error,
      data: { file },
    });
  }
}
