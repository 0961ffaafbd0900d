import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LociError, messageOf } from "../errors.ts";
import type { Command } from "./command.ts";
import { textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci export`: hands the memories to another program. */
export const exportCommand: Command = {
  usage: "export [flags]",
  summary:
    "Writes all memories that the one who asks may see as JSON lines, which `loci import` reads back. The vault itself is Markdown already.",
  flags: {
    output: { type: "string", short: "o", value: "FILE", help: "write into this file" },
    archive: { type: "boolean", help: "those in archive/ too" },
    secrets: { type: "boolean", help: "what is marked as secret too" },
    ...viewerFlags,
  },
  examples: ["loci export -o memories.jsonl", "loci export --person ana"],
  async run(call) {
    return withLoci(call, async (loci) => {
      const [secrets, archive] = [call.flags.secrets === true, call.flags.archive === true];
      const memories = await loci.transfer.export({ secrets, archive }, viewerFrom(call));
      const { output } = textFlags(call, "output");
      if (output === undefined) for (const memory of memories) call.printJson(memory);
      else
        await writeFile(
          resolve(call.cwd, output),
          memories.map((one) => `${JSON.stringify(one)}\n`),
        );
      return 0;
    });
  },
};

/** The whole file, for its owner's eyes, or what was there before. */
async function writeFile(file: string, parts: Iterable<string>): Promise<void> {
  const draft = `${file}.new`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(draft, { mode: 0o600, flags: "wx" }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${messageOf(error)}`, {
      cause: error,
      data: { file },
    });
  }
}
