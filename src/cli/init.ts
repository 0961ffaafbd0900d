import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { openLoci } from "../app/loci.ts";
import { type CreatedVault, createVault } from "../app/vault/create-vault.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { counted } from "./counted.ts";
import { describeRound, roundToJson } from "./describe-sync.ts";
import { textFlags } from "./flags.ts";
import { toRemoteUrl, untilInterrupted } from "./sync.ts";
import { askYesNo, isTerminal } from "./terminal.ts";

/** `loci init`: creates a vault, converts a folder of Markdown into one, or clones one. */
export const init: Command = {
  usage: "init [DIR] [flags]",
  words: 1,
  summary:
    "Makes a vault of your own (by default ~/loci): one topic that welcomes you, settings, a git repository. A folder that already holds files keeps them and gets only what it lacks. With --from it joins a vault that is on a git host, a USB stick or a NAS; the checked-out folder of another device can be read from but not pushed to, so put a bare repository between the two.",
  flags: {
    example: { type: "boolean", help: "the example vault of a family, to look around in" },
    commit: {
      type: "string",
      value: "yes|no",
      help: "in a git repository of yours: whether Loci may commit to it (asked on a terminal)",
    },
    from: {
      type: "string",
      value: "URL",
      help: "join the vault at this remote (https, ssh, or a folder); an empty one gets a new vault",
    },
  },
  examples: [
    "loci init",
    "loci init ~/example --example",
    "loci init ~/my-obsidian-vault",
    "loci init ~/notes-in-git --commit no",
    "loci init ~/notes --from git@git.example.org:ana/memory.git",
  ],
  async run(call) {
    const named = call.words[0] ?? call.flags.vault ?? call.env.LOCI_VAULT;
    const root =
      typeof named === "string"
        ? resolve(call.cwd, named)
        : join(call.env.HOME ?? homedir(), "loci");
    const { from } = textFlags(call, "from");
    const plan = {
      root,
      topics: call.flags.example === true ? ("example" as const) : ("welcome" as const),
      env: call.env,
      now: call.now,
      report: call.note,
      mayCommit: mayCommit(call),
    };
    if (from !== undefined) {
      await runJoin(call, { ...plan, url: toRemoteUrl(from, call) });
      return 0;
    }
    const made = await createVault(plan);
    if (call.json) call.printJson(made);
    else printMade(call, made);
    return 0;
  },
};

/** The answer that was given with `--commit`, else a question on a terminal. Throws LociError USAGE for another answer. */
function mayCommit(call: Call): () => Promise<boolean> {
  const { commit } = textFlags(call, "commit");
  if (commit !== undefined && commit !== "yes" && commit !== "no") {
    throw new LociError("USAGE", `Cannot use --commit ${commit}: say yes or no`);
  }
  const asks = commit === undefined && isTerminal(call.stdin) && isTerminal(call.stderr);
  const question = "This folder is a git repository. May Loci commit what it saves to it? [y/N] ";
  return async () => commit === "yes" || (asks && (await askYesNo(call, question, call.stderr)));
}

type Plan = Parameters<typeof createVault>[0] & { readonly url: string };

/** Clones or creates the vault, indexes it and pushes what the remote lacks. */
async function runJoin(call: Call, plan: Plan): Promise<void> {
  const { joinVault } = await import("../app/syncing/join-vault.ts");
  const { root, env, now } = plan;
  const { joined, sent, files } = await untilInterrupted(call, async (signal) => {
    const joined = await joinVault({ ...plan, signal });
    const loci = await openLoci({
      ...{ root, env, now, report: call.note },
      bearsBadSettings: true,
    });
    try {
      const sent = joined.made === undefined ? joined.report : await loci.sync.round({ signal });
      await loci.index.refresh();
      const { files } = await loci.index.figures();
      return { joined, sent, files };
    } finally {
      await loci.close();
    }
  });
  const { made } = joined;
  if (call.json) {
    call.printJson({ root, created: made !== undefined, files, ...roundToJson(sent) });
    return;
  }
  const what = made === undefined ? "Joined the vault" : "Made a new vault";
  call.print(`${what} ${root} (${counted(files, "file")} in memory)`);
  for (const line of describeRound(sent)) call.print(line);
  if (made !== undefined && made.note !== "") call.note(made.note);
  call.note(`Next: loci --help, or loci up --vault ${root}, which keeps it in sync`);
}

function printMade(
  call: Call,
  { root, created, committed, repository, files, note }: CreatedVault,
): void {
  const parts = [
    ...(created ? [counted(files.length, "file")] : files),
    ...(repository ? ["a git repository"] : []),
  ];
  const what = created ? "Made the vault" : "Completed the vault";
  call.print(
    `${what} ${root} (${parts.join(", ") || "nothing to add"}${committed ? ", committed" : ""})`,
  );
  if (!created && (repository || committed)) {
    call.note(
      "Your own files are as they were; git gets each when Loci saves a line in it, or all by loci sync (or git add -A && git commit)",
    );
  }
  if (note !== "") call.note(note);
  call.note(`Next: loci --help, or loci up --vault ${root}`);
}
