import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { createVault } from "../app/create-vault.ts";
import type { Command } from "./command.ts";

/** `loci init`: a new vault, or an existing folder of Markdown made one. */
export const init: Command = {
  usage: "init [DIR] [flags]",
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
    else {
      const what = made.created ? "Made the vault" : "Completed the vault";
      call.print(`${what} ${root} (${made.files} files${made.committed ? ", committed" : ""})`);
      if (made.note !== "") call.note(made.note);
      call.note(`Next: loci --help, or loci up --vault ${root}`);
    }
    return 0;
  },
};
