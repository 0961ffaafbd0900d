import type { DigestEvent } from "../agent/turn-event.ts";
import { LociError } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { textFlags } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { counted } from "./printable.ts";
import { readInput } from "./read-input.ts";
import { createRenderer } from "./render-events.ts";
import { stopSignal } from "./stop-signal.ts";

/** `loci digest`: digests waiting conversations, or a transcript. */
export function define(command: CommandLine): void {
  command
    .description("Turns conversations that wait into memory, or a transcript (- for a pipe).")
    .argument("[file]")
    .option("--person <id>", "whose conversation it is")
    .option("--me <name>", "the person's name in a text with speakers")
    .examples("loci digest", "loci digest meeting.txt --me Ana --person ana")
    .runs(digest);
}

async function digest(call: Call): Promise<number> {
  const talk = textFlags(call, "person", "me");
  const [file] = call.words;
  const [flag] = Object.keys(talk);
  if (file === undefined && flag !== undefined) {
    throw new LociError(
      "USAGE",
      `Cannot use --${flag} without a transcript: conversations that wait know whose they are; name a file, or - for a pipe`,
    );
  }
  const transcript = file === undefined ? undefined : await readInput(call, file);
  const loci = await openVault(call);
  const { signal, release } = stopSignal();
  try {
    const events =
      transcript === undefined
        ? loci.digest.now(signal)
        : loci.digest.transcript(transcript, talk, signal);
    const isFine = await printEvents(call, events);
    await loci.vault.committer.commit();
    return isFine && !signal.aborted ? 0 : 1;
  } finally {
    await loci.close(signal.aborted ? { timeoutMs: 0 } : {});
    release();
  }
}

/** Shows the result of each conversation; false if any still waits. */
async function printEvents(call: Call, events: AsyncIterable<DigestEvent>): Promise<boolean> {
  const render = createRenderer(call);
  const counts = { digested: 0, nothing: 0, waiting: 0, off: 0 };
  const said = new Set<string>();
  for await (const event of events) {
    counts[event.status]++;
    const { reason = "" } = event;
    // Many may wait for one reason.
    if (call.json || event.status !== "waiting" || !said.has(reason)) await render([event]);
    said.add(reason);
  }
  const { digested, nothing, waiting, off } = counts;
  if (call.json) return waiting === 0;
  if (off > 0) call.note("Digestion is switched off (digest.enabled, privacy.enabled)");
  const rest = waiting === 0 ? "" : `, ${waiting} still ${waiting === 1 ? "waits" : "wait"}`;
  call.note(`${counted(digested + nothing, "conversation")} digested${rest}`);
  return waiting === 0;
}
