import type { ShownRun } from "../app/upkeep/run-upkeep.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { counted } from "./printable.ts";

/** `loci upkeep`: tidies the vault now, as `loci up` does each night. */
export function define(command: CommandLine): void {
  command
    .description("Tidies the vault now, as `loci up` does each night; `loci undo` undoes it.")
    .option("--dry-run", "only show what would be done");
  addViewerFlags(command).examples("loci upkeep --dry-run", "loci upkeep --json").runs(upkeep);
}

async function upkeep(call: Call): Promise<number> {
  return withLoci(call, async (loci) => {
    const isDryRun = call.flags.dryRun === true;
    const run = await loci.upkeep.run({ isDryRun }, viewerFrom(call));
    if (call.json) call.printJson(run);
    else for (const line of describe(run)) call.print(line);
    return run.refused.length > 0 ? 1 : 0;
  });
}

function describe({ steps, profiles, refused, dropped }: ShownRun): string[] {
  const pages = profiles.flatMap(({ file, come, gone }) => [
    ...(file === "" ? ["A profile is refreshed (not yours to read)"] : []),
    ...come.map((words) => `${file} gets: ${words}`),
    ...gone.map((words) => `${file} loses: ${words}`),
  ]);
  const summaries = dropped === 1 ? "a summary" : `${dropped} summaries`;
  const lines = [
    ...steps.flatMap((step, i) => describeStep(step, steps[i - 1]?.summary)),
    ...pages,
    ...(dropped > 0 ? [`Dropped ${summaries} that did not say what the memories say`] : []),
    ...refused.map(({ reason }) => reason),
  ];
  return lines.length === 0 ? ["Nothing to do"] : lines;
}

function describeStep(step: ShownRun["steps"][number], lastSummary: string | undefined): string[] {
  const { file, archive, text, by, summary } = step;
  const name = file || "A file";
  if (by !== undefined) return [`${name} strikes: ${shown(text)}${by && ` (^${by} is newer)`}`];
  const isNew = summary !== undefined && summary !== lastSummary;
  const place = file === "" ? "A memory → archive/" : `${file} → ${archive}`;
  return [
    ...(isNew ? [`${name} gets a summary: ${shown(summary)}`] : []),
    `${place}: ${shown(text)}`,
  ];
}

const shown = (text: string): string => text || "(not yours to read)";

/** What a nightly run did, in numbers; no line where it did nothing. */
export function countUpkeep({ steps, refused }: ShownRun): string[] {
  const struck = steps.filter(({ by }) => by !== undefined).length;
  const moved = steps.length - struck;
  const memories = (count: number): string => counted(count, "memory", "memories");
  const done = [
    ...(moved > 0 ? [`${memories(moved)} moved to archive/`] : []),
    ...(struck > 0 ? [`${memories(struck)} struck, because a newer one is there`] : []),
  ];
  return [
    ...(done.length === 0
      ? []
      : [`Upkeep: ${done.join(", ")}; "loci undo --list" names it, to take it back`]),
    ...refused.map(({ reason }) => `Upkeep: ${reason}`),
  ];
}
