import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { DigestEvent } from "../agent/conversation/context.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { createRenderer } from "./render-events.ts";
import { stopSignal } from "./stop-signal.ts";

/** `loci digest`: digests waiting conversations, or a transcript. */
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
    const talk = textFlags(call, "person", "me");
    const [file] = call.words;
    checkFlags(call, file);
    const transcript =
      file === undefined ? undefined : await readTranscriptFile(call.stdin, call.cwd, file);
    const loci = await openVault(call);
    const { signal, release } = stopSignal();
    try {
      const events =
        transcript === undefined
          ? loci.digest.now(signal)
          : loci.digest.transcript(transcript, talk, signal);
      const isFine = await printEvents(call, events);
      await loci.sync.commit();
      return isFine && !signal.aborted ? 0 : 1;
    } finally {
      await loci.close(signal.aborted ? { timeoutMs: 0 } : {});
      release();
    }
  },
};

function checkFlags({ flags }: Call, file: string | undefined): void {
  const flag = ["person", "me"].find((name) => flags[name] !== undefined);
  if (file !== undefined || flag === undefined) return;
  throw new LociError(
    "USAGE",
    `Cannot use --${flag} without a transcript: conversations that wait know whose they are; name a file, or - for a pipe`,
    { data: { flag } },
  );
}

/** Shows the result of each conversation; false if any still waits. */
async function printEvents(call: Call, events: AsyncIterable<DigestEvent>): Promise<boolean> {
  let done = 0;
  let waiting = 0;
  let isOff = false;
  const counted = async function* (): AsyncGenerator<DigestEvent> {
    for await (const event of events) {
      if (event.status === "waiting") waiting++;
      else if (event.status === "off") isOff = true;
      else done++;
      yield event;
    }
  };
  await createRenderer(call)(call.json ? counted() : reportingWaiting(call, counted()));
  if (call.json) return waiting === 0;
  if (isOff) call.note("Digestion is switched off (digest.enabled, privacy.enabled)");
  const rest = waiting === 0 ? "" : `, ${waiting} still ${waiting === 1 ? "waits" : "wait"}`;
  call.note(`${done} ${done === 1 ? "conversation" : "conversations"} digested${rest}`);
  return waiting === 0;
}

/** Filters out conversations that still wait, and prints their reason as an error, each reason once. */
async function* reportingWaiting(
  call: Call,
  events: AsyncIterable<DigestEvent>,
): AsyncGenerator<DigestEvent> {
  const said = new Set<string>();
  for await (const event of events) {
    if (event.status !== "waiting") yield event;
    const { reason } = event;
    if (reason === undefined || said.has(reason)) continue;
    call.error(reason);
    said.add(reason);
  }
}

/** Enough for an export of years of conversations, and within what a JavaScript string can hold. */
const maxBytes = 500 * 2 ** 20;
const tooLarge = `it is larger than ${maxBytes / 2 ** 20} MB`;

/** Reads a transcript from a file, or from standard input if it is `-`. Rejects with LociError UNREADABLE. */
async function readTranscriptFile(
  stdin: AsyncIterable<unknown>,
  cwd: string,
  file: string,
): Promise<string> {
  try {
    const bytes = file === "-" ? await readPipe(stdin) : await readWhole(resolve(cwd, file));
    return decode(bytes);
  } catch (error) {
    throw new LociError("UNREADABLE", `Cannot read the transcript "${file}": ${reasonOf(error)}`, {
      cause: error,
      data: { file },
    });
  }
}

async function readWhole(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new RangeError(tooLarge);
  return readFile(path);
}

async function readPipe(stdin: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part instanceof Uint8Array ? part : String(part));
    length += bytes.length;
    if (length > maxBytes) throw new RangeError(tooLarge);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Decodes UTF-8. Throws for a binary file, such as the archive an export comes in. */
function decode(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString("utf8");
  throw new TypeError("it is not text; unpack an export first, and take its conversations.json");
}

function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === "ENOENT") return "it is not there";
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" ? "this user may not read it" : messageOf(error);
}
