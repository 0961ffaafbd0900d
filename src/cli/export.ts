import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { adviceOn, LociError, messageOf } from "../errors.ts";
import { type ExportFormat, exportFormats, writeExport } from "../memory/write-export.ts";
import type { Call, Command } from "./command.ts";
import { textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci export`: hands the memories to another program. */
export const exportCommand: Command = {
  usage: "export [flags]",
  summary:
    "Writes all memories that the one who asks may see: as one Markdown document, as JSON lines that `loci import` reads back, or as the file of the reference memory server. The vault itself is Markdown already.",
  flags: {
    format: { type: "string", value: "FORMAT", help: `${exportFormats.join(", ")} (markdown)` },
    output: { type: "string", short: "o", value: "FILE", help: "write into this file" },
    archive: { type: "boolean", help: "those in archive/ too (jsonl)" },
    secrets: { type: "boolean", help: "what is marked as secret too" },
    ...viewerFlags,
  },
  examples: ["loci export -o memories.md", "loci export --format jsonl --person ana"],
  async run(call) {
    const format = formatOf(call);
    return withLoci(call, async (loci) => {
      const [secrets, archive] = [call.flags.secrets === true, call.flags.archive === true];
      const memories = await loci.transfer.export({ secrets, archive }, viewerFrom(call));
      const { output } = textFlags(call, "output");
      const parts = writeExport(memories, format);
      if (output !== undefined) await writeFile(resolve(call.cwd, output), parts);
      else if (format === "markdown") for (const part of parts) call.write(part);
      else for (const part of parts) call.printJson(JSON.parse(part));
      return 0;
    });
  },
};

function formatOf(call: Call): ExportFormat {
  const { format = "markdown" } = textFlags(call, "format");
  const known = exportFormats.find((one) => one === format);
  if (known !== undefined) return known;
  throw new LociError(
    "USAGE",
    `Cannot use --format "${format}": ${adviceOn(format, exportFormats, `there is ${exportFormats.join(", ")}`)}`,
    { data: { format } },
  );
}

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
