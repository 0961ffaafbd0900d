import { createInterface } from "node:readline/promises";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import type { Undoable, UndoableFile } from "../memory/undo.ts";
import type { Call, Command } from "./command.ts";
import { withLoci } from "./open-for.ts";

/** `loci undo`: takes the last digest, saved or forgotten memory, or edit by hand back. */
export const undo: Command = {
  usage: "undo [flags]",
  summary:
    "Takes the last thing back that was digested, saved, forgotten, or edited by hand on this device, as a new commit; what was changed since stays. Shows what it will do and asks; once more goes one further back.",
  flags: {
    list: { type: "boolean", help: "only show what can be taken back, the last first" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: ["loci undo", "loci undo --list", "loci undo --yes --json"],
  async run(call) {
    return withLoci(call, async (loci) => {
      if (call.flags.list === true) return await list(call, loci);
      const [last] = await loci.memory.undoable();
      if (last === undefined) {
        if (call.json) call.printJson({ undone: null });
        else call.print("There is nothing to take back");
        return 0;
      }
      if (!call.json) show(call, last);
      if (!(await isMeant(call))) {
        call.print("Nothing was taken back");
        return 0;
      }
      await undoAndReport(call, loci, last);
      return 0;
    });
  },
};

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

function show(call: Call, { what, at, files, others }: Undoable): void {
  call.print([what, at?.slice(0, 16).replace("T", " ")].filter(Boolean).join(" · "));
  for (const file of files) showFile(call, file);
  for (const path of others) call.print(`  ${path} stays as it is: it is no topic file`);
}

/** More lines than this are counted. */
const maxLines = 8;

function showFile(call: Call, { path, removes, restores, left }: UndoableFile): void {
  const nothing = removes.length + restores.length === 0 ? ": nothing is left to take back" : "";
  call.print(`  ${path}${nothing}`);
  for (const [lines, sign] of [
    [removes, "-"],
    [restores, "+"],
  ] as const) {
    for (const line of lines.slice(0, maxLines)) call.print(`    ${sign} ${line}`);
    if (lines.length > maxLines) call.print(`    ${sign} … ${lines.length - maxLines} more`);
  }
  for (const line of left) call.print(`    changed since, and stays: ${line}`);
}

/** Nothing is taken back that the person has not seen. */
async function isMeant(call: Call): Promise<boolean> {
  if (call.flags.yes === true) return true;
  const isTerminal = "isTTY" in call.stdin && call.stdin.isTTY === true;
  if (!isTerminal || call.stdout.isTTY !== true || call.json) {
    throw new LociError(
      "USAGE",
      'Cannot ask whether to take that back: there is no terminal; "loci undo --yes" does it unasked',
    );
  }
  const line = createInterface({ input: call.stdin, output: call.stdout });
  try {
    return /^\s*y(?:es)?\s*$/i.test(await line.question("Take it back? [y/N] "));
  } finally {
    line.close();
  }
}
