import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";

/** `loci merge-file`: merges one file as `loci sync` does; a merge driver for plain git. */
export const mergeFile: Command = {
  usage: "merge-file BASE OURS THEIRS [PATH]",
  words: 4,
  summary:
    "Merges three versions of a file entry by entry and writes the result to OURS. Plain git calls it (as the merge driver that loci init sets up). Exits 1, and leaves OURS as it was, where it cannot.",
  flags: {},
  examples: ["loci merge-file base.md ours.md theirs.md topics/cooking.md"],
  async run(call) {
    const [base, ours, theirs, path] = call.words;
    if (base === undefined || ours === undefined || theirs === undefined) {
      throw new LociError(
        "USAGE",
        "Cannot merge: name three files, the version that both sides come from, ours and theirs",
      );
    }
    const { mergeForGit } = await import("../sync/merge-driver.ts");
    const keptBoth = await mergeForGit({ cwd: call.cwd, base, ours, theirs, path });
    if (call.json) call.printJson({ file: ours, keptBoth });
    else for (const sentence of keptBoth) call.note(sentence);
    return 0;
  },
};
