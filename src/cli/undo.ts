import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import {
  type Undoable,
  type UndoableFile,
  type Undone,
  withoutBookkeeping,
} from "../memory/undo.ts";
import { isDerived } from "../memory/undo-edits.ts";
import type { Call, Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { confirm } from "./terminal.ts";

/** `loci undo`: reverts the last digest, saved or forgotten memory, or hand edit, or brings an archived memory back. */
export const undo: Command = {
  usage: "undo [ENTRY] [flags]",
  words: Number.POSITIVE_INFINITY,
  summary:
    "Takes the last thing back that was digested, saved, forgotten, or edited by hand on this device, as a new commit; what was changed since stays. Shows what it will do and asks; once more goes one further back. With ENTRY (an id, a text, or words that stand in no other archived memory) it brings that memory back from archive/ to the file it was in.",
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
      if (call.words.length > 0) return await bringBack(call, loci, call.words.join(" "));
      if (call.flags.list === true) return await list(call, loci);
      const isUpkeep = call.flags.upkeep === true;
      const last = isUpkeep ? await loci.upkeep.last() : (await loci.memory.undoable())[0];
      if (last === undefined) {
        if (call.json) call.printJson({ undone: null });
        else call.print("There is nothing to take back");
        return 0;
      }
      if (!call.json) show(call, last);
      if (!(await confirm(call, "Take it back? [y/N] ", refusal))) {
        call.print("Nothing was taken back");
        return 0;
      }
      const undo = isUpkeep ? loci.upkeep.undo : loci.memory.undoOne;
      await undoAndReport(call, undo, last);
      return 0;
    });
  },
};

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

async function undoAndReport(
  call: Call,
  undo: (id: string) => Promise<Undone>,
  { id, kind }: Undoable,
): Promise<void> {
  const undone = await undo(id);
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

function show(call: Call, { what, at, files, others }: Undoable): void {
  call.print([what, at?.slice(0, 16).replace("T", " ")].filter(Boolean).join(" · "));
  const told = files.filter(({ path }) => !isDerived(path));
  for (const file of told.length > 0 ? told : files) showFile(call, file);
  for (const path of others) call.print(`  ${path} stays as it is: it is not a topic file`);
}

/** Most lines shown per file; the rest is counted. */
const maxLines = 8;

function showFile(call: Call, { path, removes, restores, left }: UndoableFile): void {
  const nothing = removes.length + restores.length === 0 ? ": nothing is left to take back" : "";
  call.print(`  ${path}${nothing}`);
  for (const [all, sign] of [
    [removes, "-"],
    [restores, "+"],
  ] as const) {
    const lines = withoutBookkeeping(all);
    for (const line of lines.slice(0, maxLines)) {
      call.print(`    ${sign} ${line.replace(/^(\s*)[-*+] +/, "$1")}`);
    }
    if (lines.length > maxLines) call.print(`    ${sign} … ${lines.length - maxLines} more`);
  }
  for (const line of left) call.print(`    changed since, and stays: ${line}`);
}
