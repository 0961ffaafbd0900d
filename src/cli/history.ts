import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { LifeEvent } from "../memory/describe-history.ts";
import type { EntryHistory, TopicHistory } from "../memory/history.ts";
import type { LoggedBlock } from "../memory/show-log.ts";
import type { Call, Command } from "./command.ts";
import { numberFlag, textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci history`: shows what happened to each entry of a topic; without one, the digest log. */
export const history: Command = {
  usage: "history [TOPIC] [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Shows what was learned when, from which conversation, and what was edited by hand, newest first. With a topic: what happened to each of its entries, when, by whom, on which device, in which conversation.",
  flags: {
    entry: {
      type: "string",
      value: "ID|TEXT",
      help: "with a topic: only entries of this id, or with these words",
    },
    limit: {
      type: "string",
      short: "k",
      value: "N",
      help: "how many at most (else 10 conversations, 20 entries)",
    },
    ...viewerFlags,
  },
  examples: [
    "loci history",
    "loci history -k 3 --json",
    "loci history cooking",
    "loci history cooking --entry 'bomba rice'",
    "loci history people/ana/profile.md --person ana -k 5 --json",
  ],
  async run(call) {
    const name = call.words.join(" ");
    const limit = numberFlag(call, "limit", { min: 1, max: 100_000 });
    const entry = textFlags(call, "entry");
    if (name === "" && entry.entry !== undefined) {
      throw new LociError(
        "USAGE",
        'Cannot use --entry without a topic: name one, such as "loci history cooking --entry rice"',
      );
    }
    return withLoci(call, async (loci) => {
      if (name === "") {
        await showLog(call, loci, limit);
      } else {
        const found = await loci.memory.history(name, { ...entry, ...limit }, viewerFrom(call));
        if (call.json) call.printJson(found);
        else show(call, found);
      }
      return 0;
    });
  },
};

async function showLog(call: Call, loci: Loci, limit: { readonly limit?: number }): Promise<void> {
  const blocks = await loci.memory.log(limit, viewerFrom(call));
  if (call.json) return call.printJson({ log: blocks });
  if (blocks.length === 0) {
    call.note(
      "No conversation has been digested yet, or none that you may see (--person, --agent, --all-people); loci show lists the topics, last touched first",
    );
  }
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

function show(call: Call, { file, entries, more, notes }: TopicHistory): void {
  if (entries.length === 0) call.note(`Nothing is known of ${file} yet`);
  entries.forEach((entry, i) => {
    if (i > 0) call.print("");
    call.print(`${entry.text ?? "(forgotten)"}${placeOf(file, entry)}`);
    for (const event of entry.events) call.print(`  ${describeEvent(event, file)}`);
  });
  if (more > 0) call.note(`${more} more; -k ${entries.length + more} shows them all`);
  for (const note of notes) call.note(`Note: ${note}`);
}

function placeOf(file: string, { state, line, date, text, events }: EntryHistory): string {
  const day = date === null || events.at(-1)?.at?.startsWith(date) === true ? "" : `, of ${date}`;
  if (text === null) return "";
  if (state === "removed") return ` (removed${day})`;
  return ` (${file}:${line}${day})`;
}

/** Describes an event in one line: when, what, who, where. */
export function describeEvent(event: LifeEvent, file: string): string {
  const when = event.at === null ? "not committed yet" : event.at.slice(0, 16).replace("T", " ");
  return [`${when}  ${whatHappened(event, file)}`, ...byWhom(event)].join(" · ");
}

function whatHappened({ type, before, text, from, agent, conversation }: LifeEvent, file: string) {
  const words = (shown: string | null): string => (shown === null ? "(forgotten)" : `"${shown}"`);
  switch (type) {
    case "added":
      return agent !== null || conversation !== null ? "learned" : "written";
    case "edited":
      return before === text
        ? "its date or fields were edited"
        : `edited: ${words(before)} → ${words(text)}`;
    case "struck":
      return "replaced by a newer one";
    case "moved":
      return `moved here from ${from ?? file}`;
    case "removed":
      return "removed";
    case "restored":
      return "brought back";
  }
}

/** Returns who did it, on which device, in which conversation and commit. */
function byWhom({ author, agent, device, conversation, commit }: LifeEvent): string[] {
  const who = agent ?? author;
  return [
    ...(who === null ? [] : [`by ${who}`]),
    ...(device === null ? [] : [`on ${device}`]),
    ...(conversation === null ? [] : [`conversation ${conversation}`]),
    ...(commit === null ? [] : [commit.slice(0, 8)]),
  ];
}
