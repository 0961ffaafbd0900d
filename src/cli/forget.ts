import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, dayFlag, textFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { counted } from "./printable.ts";
import { confirm } from "./terminal.ts";

/** `loci forget`: removes memories, and shows first what goes. */
export function define(command: CommandLine): void {
  command
    .description("Removes memories and what mentions them. Shows what goes, and asks.")
    .argument("[entry...]")
    .option("--session <id>", "those learned in this conversation")
    .option("--day <date>", "those of that day")
    .option("--about <id>", "those about this person (their own: where --person is they)")
    .option("--all", "all of them")
    .option("--purge", "erase everywhere, git's history too; it cannot be undone")
    .option("--dry-run", "only show what would go")
    .option("-y, --yes", "do not ask");
  addViewerFlags(command)
    .examples("loci forget 3f9c2a71be04", "loci forget --day 2026-02-12 --person ana")
    .runs(forget);
}

async function forget(call: Call): Promise<number> {
  const which = whichOf(call);
  const asked = {
    viewer: viewerFrom(call),
    isNamed: which.entry !== undefined,
    purge: call.flags.purge === true,
  };
  return withLoci(call, async (loci) => {
    const found = await find(call, loci, which);
    const preview = await loci.memory.previewForget(found, asked);
    if (!call.json) show(call, preview);
    return forgetShown(call, loci, preview, asked);
  });
}

type ForgetPreview = Awaited<ReturnType<Loci["memory"]["previewForget"]>>;
type Asked = Parameters<Loci["memory"]["forget"]>[1] & { readonly purge: boolean };

/** Forgets what has been shown, if that is wanted. Resolves with the exit code. */
async function forgetShown(
  call: Call,
  loci: Loci,
  preview: ForgetPreview,
  asked: Asked,
): Promise<number> {
  const { memories } = preview;
  const isDry = call.flags.dryRun === true;
  const isAsked = !isDry && memories.length > 0;
  const question = asked.purge ? purgeQuestion : "Forget it? [y/N] ";
  const isForgotten = isAsked && (await confirm(call, question, refusal));
  const left = isForgotten ? await loci.memory.forget(memories, asked) : { stillIn: [] };
  if (call.json) call.printJson({ ...preview, isForgotten, ...left });
  else if (isAsked) showDone(call, isForgotten ? memories.length : 0, left.stillIn);
  if (isForgotten && asked.purge) await purgeRemote(call, loci);
  return isAsked || isDry ? 0 : 1;
}

/** One entry, or all that fit the rest. */
interface Which {
  readonly entry?: string;
  readonly session?: string;
  readonly about?: string;
  readonly day?: string;
}

function whichOf(call: Call): Which {
  const set = { ...textFlags(call, "session", "about"), ...dayFlag(call) };
  const entry = call.words.join(" ").trim();
  const ways = [entry !== "", Object.keys(set).length > 0, call.flags.all === true];
  if (ways.filter(Boolean).length !== 1) {
    throw new LociError(
      "USAGE",
      "Cannot forget that: name one memory by its id or its whole text, or several by --session, --day and --about, or --all",
    );
  }
  return entry === "" ? set : { entry: entry.replace(/^\^(?=\S+$)/, "") };
}

function showDone(call: Call, count: number, stillIn: readonly string[]): void {
  const verb = call.flags.purge === true ? "Purged" : "Forgotten";
  const memories = counted(count, "memory", "memories");
  call.print(count === 0 ? "Nothing was forgotten" : `${verb}: ${memories}`);
  if (stillIn.length > 0) call.print(`Its words are still in ${stillIn.join(", ")}`);
}

const purgeQuestion = "Purge it, from git's history too? It cannot be undone [y/N] ";
const refusal =
  'Cannot ask whether to forget that: there is no terminal; "loci forget --yes" does it unasked';

/** The remote still has it: its history is replaced only on a yes of its own. */
async function purgeRemote(call: Call, { sync }: Loci): Promise<void> {
  const url = await sync.remoteUrl();
  if (url === null) return;
  const question = `Replace the history at ${url} by the purged one? Other devices with Loci ask before they follow, and keep what is new there; copies by plain git must be cloned again [y/N] `;
  if (!(await confirm(call, question, refusal))) {
    return call.note('The remote still holds it: "loci sync --accept-purge" replaces its history');
  }
  const { keptBoth } = await sync.round({ accept: { replace: true } });
  if (call.json) return;
  for (const sentence of [`Purged at ${url} too`, hostKeeps, ...keptBoth]) call.print(sentence);
}

const hostKeeps =
  'The host may keep the old objects for a while, though nothing names them: "git reflog expire --expire=now --all && git gc --prune=now" there drops them; else ask its support, or begin a new repository there';

async function find(call: Call, loci: Loci, which: Which): Promise<readonly FoundMemory[]> {
  const { entry, session, ...rest } = which;
  if (entry !== undefined) return findNamed(call, loci, entry);
  const sessions = session === undefined ? {} : { sessions: [session] };
  const meant = await loci.memory.select({ ...rest, ...sessions }, viewerFrom(call));
  if (meant.length > 0) return meant;
  throw new LociError(
    "NOT_FOUND",
    "Cannot find such a memory: there is none that you may see; --person ID says who asks, --all-people looks everywhere",
  );
}

/** Most that are named. */
const maxNamed = 8;

/** In recall, else in the archive; else it names those that hold all the words. */
async function findNamed(
  call: Call,
  { memory }: Loci,
  name: string,
): Promise<readonly FoundMemory[]> {
  const viewer = viewerFrom(call);
  const found = (await memory.find(name, viewer)).filter(({ isExact }) => isExact);
  if (found.length > 0) return found;
  const all = await memory.select({}, viewer);
  const archived = all.filter(({ id, text }) => id === name || text === name);
  if (archived.length > 0) return archived;
  const words = name.toLowerCase().split(/\s+/);
  const others = all
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .slice(0, maxNamed);
  const [first] = others;
  for (const { id, text, file, line } of call.json ? [] : others) {
    call.note(`  ${id} ${text} (${file}:${line})`);
  }
  const state =
    first === undefined
      ? 'there is none; try other words, or name one that "loci recall --archive" shows'
      : `no memory says exactly that; "loci forget ${first.id}" forgets the first of these`;
  throw new LociError("NOT_FOUND", `Cannot find the memory "${name}": ${state}`, {
    data: { entry: name, others },
  });
}

function show(call: Call, preview: ForgetPreview): void {
  const { memories, kept, topics, log, inConversations, transcripts, sites, stays } = preview;
  for (const { text } of memories) call.print(text, call.colors.bold);
  for (const { file, line, text } of topics) {
    call.print(`  ${file}:${line}: ${text.trim() || "(not yours to read)"}`);
  }
  for (const [file, lines] of Map.groupBy(log, (one) => one.file)) {
    call.print(`  ${file}: ${counted(lines.length, "line", "lines")} that tell of it`);
  }
  if (inConversations) call.print("  what mentions it in the conversations of this device");
  for (const transcript of transcripts) call.print(`  ${transcript}: all of it`);
  for (const out of sites) call.print(`  ${out}: the site that was built there`);
  for (const { text, file, line } of kept) {
    call.print(`Stays, because it is #protected: ${text} (${file}:${line}); name it by its id`);
  }
  for (const { id, text, file, line } of stays.summaries) {
    call.print(
      `A summary retells it: ${text} (${file}:${line}); "loci forget ${id}" takes that too, "loci undo ENTRY" brings back from the archive what else it said`,
    );
  }
  const places = [...stays.transcripts, ...stays.archive];
  if (stays.inGit) places.unshift("git's history");
  if (memories.length > 0 && places.length > 0) {
    call.print(`Its words may still be in ${places.join(" and in ")}`);
  }
}
