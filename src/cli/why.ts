import { LociError } from "../errors.ts";
import type { Explained, Why } from "../memory/why.ts";
import type { Call, Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { describeEvent } from "./history.ts";
import { withLoci } from "./open-vault.ts";

/** `loci why`: explains where a memory comes from. */
export const why: Command = {
  usage: "why ENTRY [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Says where a memory comes from: when it was learned, by whom, from which conversation and in whose words. ENTRY is its id, its text, or words as for recall.",
  flags: viewerFlags,
  examples: ["loci why 'bomba rice'", "loci why 3f9c2a71be04", "loci why 'tree nuts' --json"],
  async run(call) {
    const words = call.words.join(" ");
    if (words.trim() === "") {
      throw new LociError(
        "USAGE",
        "Cannot explain nothing: name a memory, such as loci why 'bomba rice'",
      );
    }
    return withLoci(call, async (loci) => {
      const explained = await loci.memory.why(words, viewerFrom(call));
      if (call.json) call.printJson({ ...explained.why, others: explained.others });
      else show(call, explained);
      return 0;
    });
  },
};

function show(call: Call, { why: found, others }: Explained): void {
  call.print(found.text);
  for (const [name, words] of rowsOf(found)) call.print(`  ${name.padEnd(14)}${words}`);
  for (const event of found.changes) call.print(`  ${describeEvent(event, found.file)}`);
  for (const note of found.notes) call.note(`Note: ${note}`);
  if (others.length === 0) return;
  call.note(`${others.length} more that may be meant:`);
  for (const { id, text, file, line } of others) call.note(`  ${id} ${text} (${file}:${line})`);
}

function rowsOf(found: Why): (readonly [string, string])[] {
  const { file, line, date, dateFrom, learned, conversation, said, changes } = found;
  const rows: (readonly [string, string | undefined])[] = [
    ["where", `${file}:${line}`],
    [
      "date",
      date === null ? undefined : `${date}${dateFrom === "commit" ? " (of its commit)" : ""}`,
    ],
    ["came", learned === null ? undefined : describeEvent(learned, file)],
    ["commit", learned?.subject ? `"${learned.subject}"` : undefined],
    ["conversation", conversation === null ? undefined : conversationWords(conversation)],
    ["said", said === null ? undefined : `"${said}"`],
    ["replaced", found.replaced === null ? undefined : `"${found.replaced}"`],
    ["replaced by", found.replacedBy === null ? undefined : `"${found.replacedBy}"`],
    // Nothing is known of a memory without a past.
    ["changed", learned === null ? undefined : times(changes.length)],
  ];
  return rows.flatMap(([name, words]) => (words === undefined ? [] : [[name, words] as const]));
}

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once:" : `${count} times:`;
}

function conversationWords({
  session,
  time,
  person,
  summary,
}: NonNullable<Why["conversation"]>): string {
  const parts = [session, time?.slice(0, 16).replace("T", " "), person, summary];
  return parts.filter((part) => part !== undefined && part !== null && part !== "").join(" · ");
}
