import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { ForgetPreview, GoneLine } from "../memory/preview-forget.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { Call, Command } from "./command.ts";
import { textFlags, viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { confirm } from "./terminal.ts";

/** `loci forget`: removes memories, and shows first what goes. */
export const forget: Command = {
  usage: "forget ENTRY|--query WORDS|--session ID|--day DATE|--about ID|--all [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Removes a memory from its file, and what mentions it from the digest log, the index and the conversations on this device. ENTRY is its id, its block id or its whole text. Shows what goes and asks; `loci undo` brings file and log back. Conversations as such: `loci sessions delete`.",
  flags: {
    query: {
      type: "string",
      value: "WORDS",
      help: "the memories that hold all these words (eight at a time)",
    },
    session: { type: "string", value: "ID", help: "those learned in this conversation" },
    day: { type: "string", value: "DATE", help: "those of that day" },
    about: {
      type: "string",
      value: "ID",
      help: "those about this person; what is their own only where --person says that they ask, or with --all-people",
    },
    all: { type: "boolean", help: "all of them" },
    purge: {
      type: "boolean",
      help: "erase vectors, transcripts, the archive and git's history too, here and (asked for) at the remote; other devices follow; it cannot be undone",
    },
    ...viewerFlags,
    "dry-run": { type: "boolean", help: "only show what would go" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: [
    "loci forget 3f9c2a71be04",
    "loci forget --query 'bomba rice' --dry-run",
    "loci forget --day 2026-02-12 --person ana",
    "loci forget 'Never puts chorizo in paella' --purge --yes --json",
  ],
  async run(call) {
    const asked = askedOf(call);
    return withLoci(call, async (loci) => {
      const found = await find(call, loci, asked);
      const preview = await loci.memory.previewForget(found, asked);
      if (!call.json) show(call, preview);
      return await goOn(call, loci, { preview, asked });
    });
  },
};

type LeftOver = Awaited<ReturnType<Loci["memory"]["forget"]>>;

interface Previewed {
  readonly preview: ForgetPreview;
  readonly asked: Asked;
}

async function goOn(call: Call, loci: Loci, { preview, asked }: Previewed): Promise<number> {
  const isDry = call.flags["dry-run"] === true;
  const mayGo = !isDry && preview.memories.length > 0;
  const isForgotten =
    mayGo && (await confirm(call, asked.purge ? purgeQuestion : "Forget it? [y/N] ", refusal));
  const left = isForgotten ? await loci.memory.forget(preview.memories, asked) : nothingLeft;
  if (call.json) call.printJson({ ...preview, isForgotten, ...left });
  else if (mayGo) {
    const done = asked.purge ? "Purged" : "Forgotten";
    call.print(isForgotten ? `${done}: ${counted(preview)}` : unchanged);
  }
  if (!call.json) showLeft(call, left);
  if (isForgotten && asked.purge) await purgeRemote(call, loci);
  return mayGo || isDry ? 0 : 1;
}

const nothingLeft: LeftOver = { stillIn: [] };

function showLeft(call: Call, { stillIn }: LeftOver): void {
  if (stillIn.length > 0) call.print(`Its words are still in ${stillIn.join(", ")}`);
}

/** The remote still has it: its history is replaced only on a yes of its own. */
async function purgeRemote(call: Call, loci: Loci): Promise<void> {
  const url = await loci.sync.remoteUrl();
  if (url === null) return;
  const question = `Replace the history at ${url} by the purged one? Other devices with Loci ask before they follow, and keep what is new there; copies by plain git must be cloned again [y/N] `;
  if (await confirm(call, question, refusal)) {
    const { keptBoth } = await loci.sync.round({ accept: { replace: true } });
    if (call.json) return;
    call.print(`Purged at ${url} too`);
    call.print(hostKeeps);
    for (const sentence of keptBoth) call.print(sentence);
  } else call.note('The remote still holds it: "loci sync --accept-purge" replaces its history');
}

const hostKeeps =
  'The host may keep the old objects for a while, though nothing names them: "git reflog expire --expire=now --all && git gc --prune=now" there drops them; else ask its support, or begin a new repository there';

const purgeQuestion = "Purge it, from git's history too? It cannot be undone [y/N] ";

interface Asked {
  readonly which: Which;
  readonly isNamed: boolean;
  readonly purge: boolean;
  readonly viewer: Viewer;
}

type Which =
  | { readonly by: "name" | "query"; readonly words: string }
  | {
      readonly by: "set";
      readonly session?: string;
      readonly day?: string;
      readonly about?: string;
    };

function askedOf(call: Call): Asked {
  const which = whichOf(call);
  return {
    which,
    isNamed: which.by === "name",
    purge: call.flags.purge === true,
    viewer: viewerFrom(call),
  };
}

function whichOf(call: Call): Which {
  const name = call.words.join(" ").trim();
  const { query } = textFlags(call, "query");
  const set = textFlags(call, "session", "day", "about");
  const isSet = Object.keys(set).length > 0;
  const ways = [name !== "", query !== undefined, isSet, call.flags.all === true];
  if (ways.filter(Boolean).length !== 1) {
    throw usage(
      "name one memory by its id or its whole text, or several by --query WORDS, by --session, --day and --about, or --all",
    );
  }
  if (set.day !== undefined && !isCalendarDate(set.day)) {
    throw new LociError("BAD_DATE", `Cannot use "${set.day}" for --day: write it as 2026-02-12`);
  }
  if (name !== "") return { by: "name", words: name.replace(/^\^(?=\S+$)/, "") };
  return query === undefined ? { by: "set", ...set } : { by: "query", words: query };
}

const usage = (advice: string): LociError =>
  new LociError("USAGE", `Cannot forget that: ${advice}`);

async function find(
  call: Call,
  loci: Loci,
  { which, viewer }: Asked,
): Promise<readonly FoundMemory[]> {
  if (which.by === "set") {
    const { session, ...rest } = which;
    const sessions = session === undefined ? {} : { sessions: [session] };
    const meant = await loci.memory.select({ ...rest, ...sessions }, viewer);
    if (meant.length > 0) return meant;
    throw new LociError(
      "NOT_FOUND",
      "Cannot find such a memory: there is none that you may see; --person ID says who asks, --all-people looks everywhere",
    );
  }
  const { by, words } = which;
  const named = by === "name" ? await findNamed(loci, words, viewer) : [];
  if (named.length > 0) return named;
  const holding = await loci.memory.findAllWords(words, viewer);
  if (by === "query" && holding.length > 0) return holding;
  const [first] = holding;
  const state =
    first === undefined
      ? 'there is none; try other words, or name one that "loci recall --archive" shows'
      : `no memory says exactly that; "loci forget ${first.id}" forgets the first of these, --query all that hold the words`;
  if (!call.json) showOthers(call, holding);
  throw new LociError("NOT_FOUND", `Cannot find the memory "${words}": ${state}`, {
    data: { entry: words, others: holding },
  });
}

function showOthers(call: Call, others: readonly FoundMemory[]): void {
  for (const { id, text, file, line } of others.slice(0, maxListed)) {
    call.note(`  ${id} ${text} (${file}:${line})`);
  }
  if (others.length > maxListed) call.note(`  … and ${others.length - maxListed} more`);
}

const maxListed = 10;

/** In recall, else in the archive. */
async function findNamed(
  loci: Loci,
  name: string,
  viewer: Viewer,
): Promise<readonly FoundMemory[]> {
  const found = (await loci.memory.find(name, viewer)).filter(({ isExact }) => isExact);
  if (found.length > 0) return found;
  const all = await loci.memory.select({}, viewer);
  return all.filter(({ id, text }) => id === name || text === name);
}

function show(call: Call, preview: ForgetPreview): void {
  const { memories, kept, topics, log, sessions, transcripts, stays } = preview;
  for (const { text } of memories) call.print(text);
  showLines(call, topics);
  showLines(call, log);
  for (const { session, messages } of sessions) {
    call.print(`  conversation ${session}: what mentions it in ${messages} message(s)`);
  }
  for (const transcript of transcripts) call.print(`  ${transcript}: all of it`);
  for (const { text, file, line } of kept) {
    call.print(`Stays, because it is #protected: ${text} (${file}:${line}); name it by its id`);
  }
  for (const { id, text, file, line } of stays.summaries) {
    call.print(
      `A summary retells it: ${text} (${file}:${line}); "loci forget ${id}" takes that too, "loci undo ENTRY" brings back from the archive what else it said`,
    );
  }
  const history = stays.inGit ? ["git's history"] : [];
  const places = [...history, ...stays.transcripts, ...stays.archive];
  if (memories.length > 0 && places.length > 0) {
    call.print(`Its words may still be in ${places.join(" and in ")}`);
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
