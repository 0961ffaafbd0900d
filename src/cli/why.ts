import { type Explained, explain, type Why } from "../memory/why.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { describeEvent } from "./history.ts";
import { withLoci } from "./open-vault.ts";

/** `loci why`: explains where a memory comes from. */
export function define(command: CommandLine): void {
  command
    .description("Says where a memory comes from. ENTRY is its id, its text, or words of it.")
    .argument("<entry...>");
  addViewerFlags(command)
    .examples("loci why 'bomba rice'", "loci why 3f9c2a71be04 --json")
    .runs(why);
}

async function why(call: Call): Promise<void> {
  await withLoci(call, async ({ vault, viewerOf }) => {
    const explained = await explain(vault, viewerOf(viewerFrom(call)), call.words.join(" "));
    if (call.json) call.printJson({ ...explained.why, others: explained.others });
    else show(call, explained);
  });
}

function show(call: Call, { why: found, others }: Explained): void {
  call.print(found.text, call.colors.bold);
  for (const [name, words] of rowsOf(found)) {
    if (words !== undefined) call.print(`  ${name.padEnd(14)}${words}`);
  }
  for (const event of found.changes) call.print(`  ${describeEvent(event)}`);
  for (const note of found.notes) call.note(`Note: ${note}`);
  if (others.length === 0) return;
  call.note(`${others.length} more that may be meant:`);
  for (const { id, text, file, line } of others) call.note(`  ${id} ${text} (${file}:${line})`);
}

function rowsOf(found: Why): readonly (readonly [name: string, words: string | undefined])[] {
  const { file, line, date, dateFrom, learned, conversation, changes } = found;
  const dated =
    date === null ? undefined : `${date}${dateFrom === "commit" ? " (of its commit)" : ""}`;
  return [
    ["where", `${file}:${line}`],
    ["date", dated],
    ["came", learned === null ? undefined : describeEvent(learned)],
    ["commit", quoted(learned?.subject)],
    ["conversation", conversation === null ? undefined : conversationWords(conversation)],
    ["said", quoted(found.said)],
    ["replaced", quoted(found.replaced)],
    ["replaced by", quoted(found.replacedBy)],
    // Nothing is known of a memory without a past.
    ["changed", learned === null ? undefined : times(changes.length)],
  ];
}

const quoted = (text: string | null | undefined): string | undefined =>
  text ? `"${text}"` : undefined;

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once:" : `${count} times:`;
}

function conversationWords(conversation: NonNullable<Why["conversation"]>): string {
  const { session, time, person, summary } = conversation;
  return [session, time?.slice(0, 16).replace("T", " "), person, summary]
    .filter(Boolean)
    .join(" · ");
}
