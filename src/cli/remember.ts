import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { Memory, Remembered } from "../memory/remember.ts";
import type { Call, Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { readBatches } from "./read-lines.ts";
import { isTerminal } from "./terminal.ts";

/** `loci remember`: saves a memory, or one per line from a pipe. */
export const remember: Command = {
  usage: "remember TEXT [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Saves a memory as one line of a topic file; from a pipe, one a line. What stands anywhere in the vault in the same words, as far as you see it, is known and not saved again: the answer points at the line that is there.",
  flags: {
    topic: { type: "string", value: "NAME", help: "the topic (else the best fitting one)" },
    bank: { type: "string", value: "NAME", help: "the bank, where it is not the topic's own" },
    person: { type: "string", value: "ID", help: "it concerns this person (people/ID)" },
    agent: {
      type: "string",
      value: "ID",
      help: "it is private to this agent (agents/ID), and to the person if one is named",
    },
    date: { type: "string", value: "DATE", help: "its day, YYYY-MM-DD (else today)" },
    remind: {
      type: "string",
      value: "DATE",
      help: "bring it up in the first conversation from then on: YYYY-MM-DD or YYYY-MM-DDTHH:MM",
    },
    protect: { type: "boolean", help: "never prune it" },
  },
  examples: [
    "loci remember 'Prefers bomba rice for paella' --topic cooking",
    "loci remember 'Allergic to tree nuts' --person ana --bank Health --protect",
    "printf 'First\\nSecond\\n' | loci remember --topic notes --json",
  ],
  async run(call) {
    const text = call.words.join(" ");
    const fromPipe = text === "";
    if (fromPipe && isTerminal(call.stdin)) throw nothing();
    const toMemory = memoryOf(call);
    return withLoci(call, async (loci) => {
      if (!fromPipe) report(call, await loci.memory.remember([toMemory(text)]));
      else if ((await rememberLines(call, loci, toMemory)) === 0) throw nothing();
      await loci.sync.commit();
      return 0;
    });
  },
};

function memoryOf(call: Call): (text: string) => Memory {
  const { remind } = textFlags(call, "remind");
  return (text) => ({
    text,
    ...textFlags(call, "person", "agent", "topic", "bank", "date"),
    ...(remind === undefined ? {} : { fields: { remind } }),
    ...(call.flags.protect === true ? { protected: true } : {}),
  });
}

/** Saves one memory per line, and prints each once it is on disk. Lines that arrive together are written together. */
async function rememberLines(
  call: Call,
  loci: Loci,
  toMemory: (text: string) => Memory,
): Promise<number> {
  let count = 0;
  for await (const lines of readBatches(call.stdin)) {
    const texts = lines.map((line) => line.trim()).filter((line) => line !== "");
    count += texts.length;
    if (texts.length > 0) report(call, await loci.memory.remember(texts.map(toMemory)));
  }
  return count;
}

function nothing(): LociError {
  const example = "loci remember 'Prefers bomba rice for paella'";
  return new LociError(
    "USAGE",
    `Cannot remember nothing: ${example}, or one memory a line from a pipe`,
  );
}

function report(call: Call, remembered: readonly Remembered[]): void {
  for (const result of remembered) {
    if (call.json) call.printJson(result);
    else if (call.flags.quiet !== true) {
      const verb = result.status === "saved" ? "Saved" : "Known already";
      call.print(`${verb}: ${result.text} (${result.file}:${result.line})`);
    }
  }
}
