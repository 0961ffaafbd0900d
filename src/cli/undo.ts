import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import { restore } from "../memory/restore.ts";
import type { Undoable, UndoableFile } from "../memory/undo.ts";
import { isDerived } from "../sync/history/own-steps.ts";
import type { Call, CommandLine } from "./command.ts";
import { addViewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { confirm } from "./terminal.ts";

/** `loci undo`: reverts the last digestion, saving, forgetting, night or edit, or brings an archived memory back. */
export function define(command: CommandLine): void {
  command
    .description("Takes Loci's last commit on this device back, or an entry out of the archive.")
    .argument("[entry...]", "an archived memory, or a commit")
    .option("--list", "only show what can be taken back, the last first")
    .option("-y, --yes", "do not ask");
  addViewerFlags(command)
    .examples("loci undo", "loci undo --list", "loci undo 'Uses homemade chicken broth'")
    .runs(undo);
}

async function undo(call: Call): Promise<void> {
  const words = call.words.join(" ").trim();
  const isCommit = /^[0-9a-f]{7,40}$/.test(words);
  if (call.words.length > 0 && words === "") {
    throw new LociError("USAGE", "Cannot bring nothing back: name an archived memory");
  }
  await withLoci(call, async (loci) => {
    if (call.flags.list === true) return list(call, await loci.memory.undoable({ limit: 20 }));
    const [last] =
      words === "" || isCommit ? await loci.memory.undoable(isCommit ? { id: words } : {}) : [];
    if (last !== undefined) await takeBack(call, loci.memory, last);
    else if (words !== "") await bringBack(call, loci, words);
    else if (call.json) call.printJson({ undone: null });
    else call.print("There is nothing to take back");
  });
}

async function bringBack(call: Call, { vault, conversations, viewerOf }: Loci, entry: string) {
  const { sessions } = (await conversations.open()).db;
  const restored = await restore(vault, viewerOf(viewerFrom(call)), entry, sessions);
  await vault.committer.commit();
  if (call.json) call.printJson(restored);
  else if (call.flags.quiet !== true)
    call.print(`Brought back: ${restored.text} (${restored.file})`);
}

function list(call: Call, undoable: readonly Undoable[]): void {
  if (call.json) call.printJson({ undoable });
  else if (undoable.length === 0) call.note("There is nothing to take back");
  else for (const one of undoable) show(call, one);
}

const refusal =
  'Cannot ask whether to take that back: there is no terminal; "loci undo --yes" does it unasked';

async function takeBack(call: Call, memory: Loci["memory"], last: Undoable): Promise<void> {
  const { id, kind } = last;
  if (!call.json) show(call, last);
  if (!(await confirm(call, "Take it back? [y/N] ", refusal))) {
    return call.print("Nothing was taken back");
  }
  const undone = await memory.undoOne(id);
  if (call.json) return call.printJson({ undone: { id, kind, ...undone } });
  call.print(`Taken back: ${undone.what}`);
  for (const sentence of undone.kept) call.print(sentence);
}

function show(call: Call, { id, what, at, files, others }: Undoable): void {
  const heading = [what, at.slice(0, 16).replace("T", " "), id.slice(0, 7)].join(" · ");
  call.print(heading, call.colors.bold);
  const told = files.filter(({ path }) => !isDerived(path));
  for (const file of told.length > 0 ? told : files) showFile(call, file);
  for (const path of others) call.print(`  ${path} stays as it is: it is not a topic file`);
}

/** Most lines shown per file; the rest is counted. */
const maxLines = 8;

function showFile(call: Call, { path, removes, restores, left }: UndoableFile): void {
  const nothing = removes.length + restores.length === 0 ? ": nothing is left to take back" : "";
  call.print(`  ${path}${nothing}`);
  const showLines = (lines: readonly string[], sign: string): void => {
    for (const line of lines.slice(0, maxLines)) {
      call.print(`    ${sign} ${line.replace(/^(\s*)[-*+] +/, "$1")}`);
    }
    if (lines.length > maxLines) call.print(`    ${sign} … ${lines.length - maxLines} more`);
  };
  showLines(removes, "-");
  showLines(restores, "+");
  for (const line of left) call.print(`    changed since, and stays: ${line}`);
}
