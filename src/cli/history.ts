import type { LifeEvent } from "../memory/describe-history.ts";
import { type EntryHistory, type TopicHistory, topicHistory } from "../memory/history.ts";
import { type LoggedBlock, showLog } from "../memory/show-log.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, numberFlag, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci history`: shows what happened to each entry of a topic; without one, the digest log. */
export function define(command: CommandLine): void {
  command
    .description("Shows what was learned when, or what happened to each entry of a topic.")
    .argument("[topic...]")
    .option("-k, --limit <n>", "how many at most (else 10 conversations, 20 entries)");
  addViewerFlags(command)
    .examples("loci history -k 3 --json", "loci history cooking")
    .runs(history);
}

async function history(call: Call): Promise<void> {
  const name = call.words.join(" ");
  const limit = numberFlag(call, "limit", { min: 1, max: 100_000 });
  await withLoci(call, async ({ vault, viewerOf }) => {
    const viewer = viewerOf(viewerFrom(call));
    if (name === "") {
      const log = await showLog(vault, viewer, limit);
      if (call.json) call.printJson({ log });
      else printLog(call, log);
    } else {
      const found = await topicHistory(vault, viewer, name, limit === undefined ? {} : { limit });
      if (call.json) call.printJson(found);
      else showTopic(call, found);
    }
  });
}

function printLog(call: Call, blocks: readonly LoggedBlock[]): void {
  if (blocks.length === 0) {
    call.note(
      "No conversation has been digested yet, or none that you may see (--person, --agent, --all-people); loci show lists the topics, last touched first",
    );
  }
  blocks.forEach((block, i) => {
    if (i > 0) call.print("");
    call.print([block.time, block.topic].filter(Boolean).join("  "), call.colors.bold);
    if (block.summary !== "") call.print(`  ${block.summary}`);
    for (const line of block.lines) call.print(`  ${describe(line)}`);
    const who = [block.person, block.agent, ...block.modes, block.languages.join("→")];
    if (block.session !== "")
      call.print(`  · ${[block.session, ...who].filter(Boolean).join(" · ")}`, call.colors.dim);
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
      return `left out: ${line.text} (${line.reason})`;
    case "changed":
      return `changed: ${line.file}: ${line.what}`;
  }
}

function showTopic(call: Call, { file, entries, more, notes }: TopicHistory): void {
  if (entries.length === 0) call.note(`Nothing is known of ${file} yet`);
  entries.forEach((entry, i) => {
    if (i > 0) call.print("");
    call.print(`${entry.text ?? "(forgotten)"}${placeOf(file, entry)}`, call.colors.bold);
    for (const event of entry.events) call.print(`  ${describeEvent(event)}`);
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

/** Describes an event in one line: when, what, who, on which device, in which conversation and commit. */
export function describeEvent(event: LifeEvent): string {
  const { at, agent, author, device, conversation, commit } = event;
  const when = at === null ? "not committed yet" : at.slice(0, 16).replace("T", " ");
  const who = agent ?? author;
  const parts = [
    `${when}  ${whatHappened(event)}`,
    who && `by ${who}`,
    device && `on ${device}`,
    conversation && `conversation ${conversation}`,
    commit?.slice(0, 8),
  ];
  return parts.filter(Boolean).join(" · ");
}

function whatHappened({ type, before, text, from, agent, conversation }: LifeEvent) {
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
      return from === undefined ? "moved here" : `moved here from ${from}`;
    case "removed":
      return "removed";
    case "restored":
      return "brought back";
  }
}
