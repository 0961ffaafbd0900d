import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { Undoable } from "../memory/undo.ts";
import type { UndoableFile } from "../memory/undo-file.ts";
import { isDerived } from "../sync/history/own-steps.ts";
import type { Call, Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { confirm } from "./terminal.ts";

/** `loci undo`: reverts the last digest, saved or forgotten memory, night, or hand edit, or brings an archived memory back. */
export const undo: Command = {
  usage: "undo [ENTRY|COMMIT] [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Takes the last commit back that Loci made on this device: what was digested, saved, forgotten, tidied at night, or edited by hand, as a new commit; what was changed since stays. Shows what it will do and asks; once more goes one further back. With the name of such a commit, as `--list` or `git log` shows it, it takes that one back, be it an undo. With ENTRY (an id, a text, or words that stand in no other archived memory) it brings that memory back from archive/ to the file it was in.",
  flags: {
    ...viewerFlags,
    upkeep: { type: "boolean", help: "the last run of upkeep on this device, as a whole" },
    list: { type: "boolean", help: "only show what can be taken back, the last first" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: [
    "loci undo",
    "loci undo --list",
    "loci undo --upkeep",
    "loci undo --yes --json",
    "loci undo 'Uses homemade chicken broth'",
  ],
  async run(call) {
    return withLoci(call, async (loci) => {
      if (call.flags.list === true) return list(call, loci);
      const words = call.words.join(" ");
      const isCommit = /^[0-9a-f]{7,40}$/.test(words);
      if (words === "" && call.words.length === 0) return takeBack(call, loci);
      const [named] = isCommit ? await loci.memory.undoable({ id: words }) : [];
      return named === undefined ? bringBack(call, loci, words) : takeBack(call, loci, named);
    });
  },
};

async function takeBack(call: Call, loci: Loci, named?: Undoable): Promise<number> {
  const kind = call.flags.upkeep === true ? { kind: "upkeep" as const } : {};
  const last = named ?? (await loci.memory.undoable(kind))[0];
  if (last === undefined) {
    if (call.json) call.printJson({ undone: null });
    else call.print("There is nothing to take back");
    return 0;
  }
  if (!call.json) show(call, last);
  if (await confirm(call, "Take it back? [y/N] ", refusal)) await undoAndReport(call, loci, last);
  else call.print("Nothing was taken back");
  return 0;
}

async function bringBack(call: Call, loci: Loci, entry: string): Promise<number> {
  if (entry.trim() === "") {
    throw new LociError("USAGE", "Cannot bring nothing back: name an archived memory");
  }
  const restored = await loci.memory.restore(entry, viewerFrom(call));
  await loci.sync.commit();
  const { status, text, file } = restored;
  const verb = status === "there" ? "There already" : "Brought back";
  if (call.json) call.printJson(restored);
  else if (call.flags.quiet !== true) call.print(`${verb}: ${text} (${file})`);
  return 0;
}

const refusal =
  'Cannot ask whether to take that back: there is no terminal; "loci undo --yes" does it unasked';

async function undoAndReport(call: Call, loci: Loci, { id, kind }: Undoable): Promise<void> {
  const undone = await loci.memory.undoOne(id);
  if (call.json) {
    call.printJson({ undone: { id, kind, ...undone } });
    return;
  }
  call.print(`Taken back: ${undone.what}`);
  for (const sentence of undone.kept) call.print(sentence);
}

async function list(call: Call, loci: Loci): Promise<number> {
  const undoable = await loci.memory.undoable({ limit: 20 });
  if (call.json) call.printJson({ undoable });
  else if (undoable.length === 0) call.note("There is nothing to take back");
  else for (const one of undoable) show(call, one);
  return 0;
}

function show(call: Call, { id, what, at, files, others }: Undoable): void {
  call.print([what, at.slice(0, 16).replace("T", " "), id.slice(0, 7)].join(" · "));
  const told = files.filter(({ path }) => !isDerived(path));
  for (const file of told.length > 0 ? told : files) showFile(call, file);
  for (const path of others) call.print(`  ${path} stays as it is: it is not a topic file`);
}

/** Most lines shown per file; the rest is counted. */
const maxLines = 8;

function showFile(call: Call, { path, removes, restores, left }: UndoableFile): void {
  const nothing = removes.length + restores.length === 0 ? ": nothing is left to take back" : "";
  call.print(`  ${path}${nothing}`);
  for (const [lines, sign] of [
    [removes, "-"],
    [restores, "+"],
  ] as const) {
    for (const line of lines.slice(0, maxLines)) {
      call.print(`    ${sign} ${line.replace(/^(\s*)[-*+] +/, "$1")}`);
    }
    if (lines.length > maxLines) call.print(`    ${sign} … ${lines.length - maxLines} more`);
  }
  for (const line of left) call.print(`    changed since, and stays: ${line}`);
}
