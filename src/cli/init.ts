import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type CreatedVault, createVault } from "../app/create-vault.ts";
import type { Call, Command } from "./command.ts";

/** `loci init`: a new vault, or an existing folder of Markdown made one. */
export const init: Command = {
  usage: "init [DIR] [flags]",
  words: 1,
  summary:
    "Makes a vault (by default ~/loci) from the starter vault: topics, settings, a git repository of its own. A folder that already holds files keeps them and gets only what it lacks.",
  flags: { empty: { type: "boolean", help: "start without the example topics" } },
  examples: ["loci init", "loci init ~/notes --empty", "loci init ~/my-obsidian-vault"],
  async run(call) {
    const named = call.words[0] ?? call.flags.vault ?? call.env.LOCI_VAULT;
    const root =
      typeof named === "string"
        ? resolve(call.cwd, named)
        : join(call.env.HOME ?? homedir(), "loci");
    const made = await createVault({
      root,
      empty: call.flags.empty === true,
      env: call.env,
      now: call.now,
    });
    if (call.json) call.printJson(made);
    else printMade(call, made);
    return 0;
  },
};

function printMade(call: Call, { root, created, committed, files, note }: CreatedVault): void {
  const names = created ? `${files.length} files` : files.join(", ") || "nothing to add";
  const what = created ? "Made the vault" : "Completed the vault";
  call.print(`${what} ${root} (${names}${committed ? ", committed" : ""})`);
  if (!created) {
    call.note(
      "Your own files are as they were; git knows only those you give it: git add -A && git commit",
    );
  }
  if (note !== "") call.note(note);
  call.note(`Next: loci --help, or loci up --vault ${root}`);
}
