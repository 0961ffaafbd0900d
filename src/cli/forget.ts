import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { ForgetPreview, GoneLine } from "../memory/preview-forget.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Call, Command } from "./command.ts";
import { textFlag, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { confirm } from "./terminal.ts";

/** `loci forget`: removes memories, and shows first what goes. */
export const forget: Command = {
  usage: "forget ENTRY|--query WORDS [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Removes a memory from its file, and what mentions it from the digest log, the index and the conversations on this device. ENTRY is its id, its block id or its whole text. Shows what goes and asks; `loci undo` brings file and log back.",
  flags: {
    query: {
      type: "string",
      value: "WORDS",
      help: "the memories that hold all these words (eight at a time)",
    },
    ...viewerFlags,
    "dry-run": { type: "boolean", help: "only show what would go" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: [
    "loci forget 3f9c2a71be04",
    "loci forget --query 'bomba rice' --dry-run",
    "loci forget 'Never puts chorizo in paella' --yes --json",
  ],
  async run(call) {
    const asked = askedOf(call);
    return withLoci(call, async (loci) => {
      const found = await find(call, loci, asked);
      const preview = await loci.memory.previewForget(found, {
        ...asked,
        viewer: viewerFrom(call),
      });
      if (!call.json) show(call, preview);
      return await goOn(call, loci, preview);
    });
  },
};

async function goOn(call: Call, loci: Loci, preview: ForgetPreview): Promise<number> {
  const isDry = call.flags["dry-run"] === true;
  const mayGo = !isDry && preview.memories.length > 0;
  const isForgotten = mayGo && (await confirm(call, "Forget it? [y/N] ", refusal));
  if (isForgotten) await loci.memory.forgetAll(preview.memories, viewerFrom(call));
  if (call.json) call.printJson({ ...preview, isForgotten });
  else if (mayGo) call.print(isForgotten ? `Forgotten: ${counted(preview)}` : unchanged);
  return mayGo || isDry ? 0 : 1;
}

interface Asked {
  readonly words: string;
  readonly isNamed: boolean;
}

function askedOf(call: Call): Asked {
  const name = call.words.join(" ").trim();
  const { query } = textFlag(call, "query");
  if ((name === "") === (query === undefined)) {
    throw new LociError(
      "USAGE",
      "Cannot forget that: name one memory by its id or its whole text, or several by --query WORDS",
    );
  }
  return query === undefined
    ? { words: name.replace(/^\^(?=\S+$)/, ""), isNamed: true }
    : { words: query, isNamed: false };
}

async function find(
  call: Call,
  loci: Loci,
  { words, isNamed }: Asked,
): Promise<readonly FoundMemory[]> {
  const viewer = viewerFrom(call);
  const meant = isNamed
    ? (await loci.memory.find(words, viewer)).filter(({ isExact }) => isExact)
    : await loci.memory.findAllWords(words, viewer);
  if (meant.length > 0) return meant;
  const advice = isNamed ? '"loci forget --query WORDS" looks for words' : "try other words";
  throw new LociError("NOT_FOUND", `Cannot find the memory "${words}": there is none; ${advice}`, {
    data: { entry: words },
  });
}

function show(call: Call, { memories, kept, topics, log, sessions, stays }: ForgetPreview): void {
  for (const { text } of memories) call.print(text);
  showLines(call, topics);
  showLines(call, log);
  for (const { session, messages } of sessions) {
    call.print(`  conversation ${session}: what mentions it in ${messages} message(s)`);
  }
  for (const { text, file, line } of kept) {
    call.print(`Stays, for it is #protected: ${text} (${file}:${line}); name it by its id`);
  }
  const places = [...(stays.inGit ? ["git's history"] : []), ...stays.transcripts];
  if (memories.length > 0 && places.length > 0) {
    call.print(`Its words may still stand in ${places.join(" and in ")}`);
  }
}

function showLines(call: Call, lines: readonly GoneLine[]): void {
  for (const { file, line, text } of lines) {
    call.print(`  ${file}:${line}: ${text.trim() || "(not yours to read)"}`);
  }
}

const unchanged = "Nothing was forgotten";
const refusal =
  'Cannot ask whether to forget that: there is no terminal; "loci forget --yes" does it unasked';

const counted = ({ memories: { length } }: ForgetPreview): string =>
  length === 1 ? "1 memory" : `${length} memories`;
