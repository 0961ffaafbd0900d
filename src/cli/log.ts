import type { LoggedBlock } from "../memory/show-log.ts";
import type { Call, Command } from "./command.ts";
import { numberFlag, textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci log`: shows the digest log: what was learned when, from which conversation. */
export const log: Command = {
  usage: "log [flags]",
  summary: "Shows what was learned when, newest first: the digest log, with edits by hand.",
  flags: {
    number: { type: "string", short: "n", value: "N", help: "how many blocks (else 10)" },
    topic: { type: "string", value: "NAME", help: "only what concerns this topic" },
    ...viewerFlags,
  },
  examples: ["loci log", "loci log -n 3", "loci log --topic cooking --json"],
  async run(call) {
    const { number } = numberFlag(call, "number", { min: 1, max: 100_000 });
    const limit = number === undefined ? {} : { limit: number };
    return withLoci(call, async (loci) => {
      const blocks = await loci.memory.log(
        { ...limit, ...textFlags(call, "topic") },
        viewerFrom(call),
      );
      if (call.json) call.printJson({ log: blocks });
      else show(call, blocks);
      return 0;
    });
  },
};

function show(call: Call, blocks: readonly LoggedBlock[]): void {
  if (blocks.length === 0)
    call.note(
      "No conversation has been digested yet, or none that you may see (--person, --agent, --all-people); loci recent shows what else was saved",
    );
  blocks.forEach((block, i) => {
    if (i > 0) call.print("");
    call.print([block.time, block.topic].filter(Boolean).join("  "));
    if (block.summary !== "") call.print(`  ${block.summary}`);
    for (const line of block.lines) call.print(`  ${describe(line)}`);
    const who = [block.person, block.agent, ...block.modes, block.languages.join("→")];
    if (block.session !== "")
      call.print(`  · ${[block.session, ...who].filter(Boolean).join(" · ")}`);
  });
}

function describe(line: LoggedBlock["lines"][number]): string {
  switch (line.type) {
    case "learned":
      return `learned: ${line.text} (${line.file})`;
    case "replaced":
      return `replaced: ${line.text} (${line.file}); was: ${line.was}`;
    case "known":
      return `known: ${line.text}`;
    case "kept":
      return `kept: ${line.text} (${line.reason})`;
    case "changed":
      return `changed: ${line.file}: ${line.what}`;
  }
}
