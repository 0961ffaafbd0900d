import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci bank`: moves a memory into another bank. */
export const bank: Command = {
  usage: "bank ENTRY NAME [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Moves one memory into another bank; `loci undo` takes it back. ENTRY is its id, its text, or words that stand in no other.",
  flags: viewerFlags,
  examples: ["loci bank 'tree nuts' Health", "loci bank 3f9c2a71be04 Work"],
  async run(call) {
    const name = call.words.at(-1) ?? "";
    const words = call.words.slice(0, -1).join(" ");
    if (words.trim() === "" || name.trim() === "") {
      throw new LociError(
        "USAGE",
        "Cannot move nothing: name a memory and a bank, such as loci bank 'tree nuts' Health",
      );
    }
    return withLoci(call, async (loci) => {
      const moved = await loci.memory.moveToBank(words, name, viewerFrom(call));
      await loci.sync.commit();
      const { status, text, file, line, bank, from } = moved;
      const verb = status === "there" ? `In ${bank} already` : `Moved from ${from} to ${bank}`;
      if (call.json) call.printJson(moved);
      else if (call.flags.quiet !== true) call.print(`${verb}: ${text} (${file}:${line})`);
      return 0;
    });
  },
};
