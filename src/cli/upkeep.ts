import type { UpkeepRun } from "../upkeep/run-upkeep.ts";
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

function describe({ steps, profiles, hidden, refused, dropped }: UpkeepRun): string[] {
  const pages = profiles.flatMap(({ file, come, gone }) => [
    ...come.map((words) => `${file} gets: ${words}`),
    ...gone.map((words) => `${file} loses: ${words}`),
  ]);
  const lines = [...steps.flatMap(describeStep), ...pages];
  if (hidden > 0) {
    const changes = counted(hidden, "change");
    lines.push(`${changes} not yours to read: look as somebody else (--person, --agent)`);
  }
  if (dropped > 0) {
    lines.push(`${counted(dropped, "summary", "summaries")} dropped: not what the memories say`);
  }
  for (const { reason } of refused) lines.push(reason);
  return lines.length === 0 ? ["Nothing to do"] : lines;
}

function describeStep(step: UpkeepRun["steps"][number]): string[] {
  const { file, text } = step;
  switch (step.type) {
    case "archive":
      return [`${file} → ${step.archive}: ${text}`];
    case "strike":
      return [`${file} strikes: ${text} (^${step.by} is newer)`];
    case "summarize":
      return [`${file} gets a summary: ${text}`, ...step.originals.flatMap(describeStep)];
  }
}

/** What a nightly run did, in numbers; no line where it did nothing. */
export function countUpkeep({ archived, struck, refused }: UpkeepRun): string[] {
  const memories = (count: number): string => counted(count, "memory", "memories");
  const done = [
    ...(archived > 0 ? [`${memories(archived)} moved to archive/`] : []),
    ...(struck > 0 ? [`${memories(struck)} struck, because a newer one is there`] : []),
  ];
  return [
    ...(done.length === 0
      ? []
      : [`Upkeep: ${done.join(", ")}; "loci undo --list" names it, to take it back`]),
    ...refused.map(({ reason }) => `Upkeep: ${reason}`),
  ];
}
