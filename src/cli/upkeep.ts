import type { ShownRun } from "../app/upkeep/run-upkeep.ts";
import { adviceOn, LociError } from "../errors.ts";
import { type UpkeepTask, upkeepTasks } from "../upkeep/run-upkeep.ts";
import type { Call, Command } from "./command.ts";
import { textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci upkeep`: tidies the vault now, as `loci up` does each night. */
export const upkeep: Command = {
  usage: "upkeep [flags]",
  summary:
    "Tidies the vault now, as `loci up` does each night: what was learned twice, what one line can say as well, and what scopes have learned beyond `prune.max` moves to archive/; what a newer line has replaced is struck; profiles say again the most telling memories of a person. `loci undo ENTRY` brings one line back, `loci undo --upkeep` the whole run.",
  flags: {
    "dry-run": { type: "boolean", help: "only show what would be done" },
    ...viewerFlags,
    only: { type: "string", value: "TASK", help: `one task: ${upkeepTasks.join(", ")}` },
  },
  examples: ["loci upkeep --dry-run", "loci upkeep --only prune --json"],
  async run(call) {
    const only = taskOf(call);
    return withLoci(call, async (loci) => {
      const isDryRun = call.flags["dry-run"] === true;
      const run = await loci.upkeep.run({ only, isDryRun }, viewerFrom(call));
      if (call.json) call.printJson(run);
      else describe(run).forEach(call.print);
      return run.refused.length > 0 ? 1 : 0;
    });
  },
};

function describe({ steps, profiles, refused, dropped }: ShownRun): string[] {
  const lines = steps.flatMap(({ file, archive, text, by, summary }, i) => {
    if (by !== undefined) {
      return `${file || "A file"} strikes: ${shown(text)}${by === "" ? "" : ` (^${by} is newer)`}`;
    }
    const isNew = summary !== undefined && summary !== steps[i - 1]?.summary;
    const place = file === "" ? "A memory → archive/" : `${file} → ${archive}`;
    const moved = `${place}: ${shown(text)}`;
    return isNew ? [`${file || "A file"} gets a summary: ${shown(summary)}`, moved] : [moved];
  });
  const notes =
    dropped === 0
      ? []
      : [
          `Dropped ${dropped === 1 ? "a summary" : `${dropped} summaries`} that did not say what the memories say`,
        ];
  const pages = profiles.flatMap(({ file, come, gone }) => [
    ...(file === "" ? ["A profile is refreshed (not yours to read)"] : []),
    ...come.map((words) => `${file} gets: ${words}`),
    ...gone.map((words) => `${file} loses: ${words}`),
  ]);
  const nothing = steps.length + pages.length + refused.length === 0 ? ["Nothing to do"] : [];
  return [...lines, ...pages, ...notes, ...refused.map(({ reason }) => reason), ...nothing];
}

const shown = (text: string): string => text || "(not yours to read)";

const countOf = (count: number): string => (count === 1 ? "1 memory" : `${count} memories`);

/** What a nightly run did, in numbers; no line where it did nothing. */
export function countUpkeep({ steps, refused }: ShownRun): string[] {
  const struck = steps.filter(({ by }) => by !== undefined).length;
  const moved = steps.length - struck;
  const done = [
    moved > 0 && `${countOf(moved)} moved to archive/`,
    struck > 0 && `${countOf(struck)} struck, because a newer one is there`,
  ].filter((part) => part !== false);
  return [
    ...(done.length === 0
      ? []
      : [`Upkeep: ${done.join(", ")}; "loci undo --upkeep" takes it back`]),
    ...refused.map(({ reason }) => `Upkeep: ${reason}`),
  ];
}

function taskOf(call: Call): UpkeepTask | undefined {
  const { only } = textFlags(call, "only");
  const task = upkeepTasks.find((one) => one === only);
  if (only === undefined || task !== undefined) return task;
  throw new LociError(
    "USAGE",
    `Cannot do "${only}": ${adviceOn(only, upkeepTasks, `there is ${upkeepTasks.join(", ")}`)}`,
    { data: { only } },
  );
}
