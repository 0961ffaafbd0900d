import { LociError } from "../errors.ts";
import type { Memory, Remembered } from "../memory/remember.ts";
import type { Call, CommandLine } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { readBatches } from "./read-input.ts";
import { isTerminal } from "./terminal.ts";

/** `loci remember`: saves a memory, or one per line from a pipe. */
export function define(command: CommandLine): void {
  command
    .description("Saves a memory as one line of a topic file; from a pipe, one a line.")
    .argument("[text...]")
    .option("--topic <name>", "the topic (else the best fitting one)")
    .option("--bank <name>", "the bank, where it is not the topic's own")
    .option("--person <id>", "it concerns this person (people/ID)")
    .option("--agent <id>", "it is private to this agent (agents/ID)")
    .option("--date <date>", "its day, YYYY-MM-DD (else today)")
    .option("--protect", "never prune it")
    .examples("loci remember 'Prefers bomba rice' --topic cooking")
    .runs(remember);
}

async function remember(call: Call): Promise<void> {
  const text = call.words.join(" ");
  if (text === "" && isTerminal(call.stdin)) throw nothing();
  const toMemory = (text: string): Memory => ({
    text,
    ...textFlags(call, "person", "agent", "topic", "bank", "date"),
    ...(call.flags.protect === true ? { protected: true } : {}),
  });
  await withLoci(call, async ({ memory, vault }) => {
    let count = 0;
    // Lines that arrive together are written together, and acknowledged once they are on disk.
    for await (const lines of text === "" ? readBatches(call.stdin) : [[text]]) {
      const texts = lines.map((line) => line.trim()).filter((line) => line !== "");
      count += texts.length;
      if (texts.length > 0) report(call, await memory.remember(texts.map(toMemory)));
    }
    if (count === 0) throw nothing();
    await vault.committer.commit();
  });
}

const nothing = (): LociError =>
  new LociError(
    "USAGE",
    "Cannot remember nothing: loci remember 'Prefers bomba rice for paella', or one memory a line from a pipe",
  );

function report(call: Call, remembered: readonly Remembered[]): void {
  for (const result of remembered) {
    if (call.json) call.printJson(result);
    else if (call.flags.quiet !== true) {
      const verb = result.status === "saved" ? "Saved" : "Known already";
      call.print(`${verb}: ${result.text} (${result.file}:${result.line})`);
    }
  }
}
