import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci restore`: brings a memory back from the archive. */
export const restore: Command = {
  usage: "restore ENTRY [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Brings one memory back from archive/ to the file it was in; `loci undo` takes it back. ENTRY is its id, its text, or words that stand in no other archived memory.",
  flags: viewerFlags,
  examples: ["loci restore 3f9c2a71be04", "loci restore 'Uses homemade chicken broth'"],
  async run(call) {
    const words = call.words.join(" ");
    if (words.trim() === "") {
      throw new LociError("USAGE", "Cannot bring nothing back: name an archived memory");
    }
    return withLoci(call, async (loci) => {
      const restored = await loci.memory.restore(words, viewerFrom(call));
      await loci.sync.commit();
      const { status, text, file } = restored;
      const verb = status === "there" ? "There already" : "Brought back";
      if (call.json) call.printJson(restored);
      else if (call.flags.quiet !== true) call.print(`${verb}: ${text} (${file})`);
      return 0;
    });
  },
};
