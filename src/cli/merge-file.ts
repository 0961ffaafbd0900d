import type { Call, CommandLine } from "./command.ts";

/** `loci merge-file`: merges one file as `loci sync` does; a merge driver for plain git. */
export function define(command: CommandLine): void {
  command
    .description("Merges three versions of a file by entry into OURS; plain git calls it.")
    .argument("<base>", "the version that both sides come from")
    .argument("<ours>")
    .argument("<theirs>")
    .argument("[path]", "where the file is in the vault")
    .examples("loci merge-file base.md ours.md theirs.md topics/cooking.md")
    .runs(mergeFile);
}

async function mergeFile(call: Call): Promise<void> {
  const [base = "", ours = "", theirs = "", path] = call.words;
  const { mergeForGit } = await import("../sync/merge-driver.ts");
  const keptBoth = await mergeForGit({ cwd: call.cwd, base, ours, theirs, path });
  if (call.json) call.printJson({ file: ours, keptBoth });
  else for (const sentence of keptBoth) call.note(sentence);
}
