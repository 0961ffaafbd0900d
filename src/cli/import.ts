import { basename } from "node:path";
import { LociError } from "../errors.ts";
import { type ImportResult, importMemories, readImport } from "../memory/transfer.ts";
import type { Call, CommandLine } from "./command.ts";
import { textFlags } from "./flags.ts";
import { progressOn, withLoci } from "./open-vault.ts";
import { readInput } from "./read-input.ts";

/** `loci import`: takes over what another program knows. */
export function define(command: CommandLine): void {
  command
    .description("Saves what another program knew: mem0, the reference server, Loci itself.")
    .argument("<file>")
    .option("--person <id>", "all of it concerns this person")
    .option("--dry-run", "only say what would be saved")
    .examples("loci import mem0.json --person ana --dry-run")
    .runs(importFile);
}

async function importFile(call: Call): Promise<void> {
  const [name = ""] = call.words;
  if (/\.(?:md|markdown)$/i.test(name)) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot import "${name}": notes in Markdown are memory as they are; run "loci init" in their folder, or copy them into topics/`,
      { data: { file: name } },
    );
  }
  const imported = readImport(basename(name), await readInput(call, name));
  const isDryRun = call.flags.dryRun === true;
  await withLoci(call, async ({ vault }) => {
    const result = await importMemories(vault, imported, {
      ...textFlags(call, "person"),
      isDryRun,
      onProgress: progressOn(call, "Importing", "memories"),
    });
    if (call.json) call.printJson({ isDryRun, ...result });
    else for (const line of describe(result, isDryRun)) call.print(line);
    if (!isDryRun) await vault.committer.commit();
  });
}

/** Most lines about what was left out. */
const maxShown = 20;

function describe(
  { saved, known, leftOut, topics, strangers }: ImportResult,
  isDryRun: boolean,
): string[] {
  const rest = leftOut.length - maxShown;
  const verb = isDryRun ? "Would save" : "Saved";
  const lines = [`${verb} ${saved}, known already ${known}, left out ${leftOut.length}`];
  for (const [topic, count] of Object.entries(topics)) lines.push(`  ${topic}: ${count}`);
  for (const { from, reason } of leftOut.slice(0, maxShown)) {
    lines.push(`Left out: ${from}: ${reason}`);
  }
  if (rest > 0) lines.push(`Left out: ${rest} more (--json names all)`);
  if (strangers.length > 0) {
    const names = strangers.join(", ");
    lines.push(
      `Nobody here is called ${names}: what was theirs is everyone's (--person ID says whose it is)`,
    );
  }
  return lines;
}
