import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, textFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci export`: hands the memories to another program. */
export function define(command: CommandLine): void {
  command
    .description("Writes all memories that you may see as JSON lines; `loci import` reads them.")
    .option("-o, --output <file>", "write into this file")
    .option("--archive", "those in archive/ too")
    .option("--secrets", "what is marked as secret too");
  addViewerFlags(command)
    .examples("loci export -o memories.jsonl", "loci export --person ana")
    .runs(exportMemories);
}

async function exportMemories(call: Call): Promise<void> {
  const { output } = textFlags(call, "output");
  const what = { secrets: call.flags.secrets === true, archive: call.flags.archive === true };
  await withLoci(call, async ({ transfer }) => {
    const memories = await transfer.export(what, viewerFrom(call));
    if (output === undefined) for (const memory of memories) call.printJson(memory);
    else {
      const lines = memories.map((memory) => `${JSON.stringify(memory)}\n`);
      await writeFile(resolve(call.cwd, output), lines);
    }
  });
}

/** Writes the whole file, for its owner's eyes, or leaves what was there. */
async function writeFile(file: string, lines: readonly string[]): Promise<void> {
  const draft = `${file}.new`;
  try {
    await pipeline(Readable.from(lines), createWriteStream(draft, { mode: 0o600, flags: "wx" }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const isLost = errnoOf(error) === "ENOENT";
    const why = isLost ? `there is no folder "${dirname(file)}"; make it first` : messageOf(error);
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${why}`, {
      cause: error,
      data: { file },
    });
  }
}
