import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { openLoci } from "../app/loci.ts";
import { type CreatedVault, createVault, joinVault } from "../app/vault/create-vault.ts";
import type { Call, CommandLine } from "./command.ts";
import { describeRound } from "./describe-sync.ts";
import { textFlags } from "./flags.ts";
import { counted } from "./printable.ts";
import { toRemoteUrl, untilInterrupted } from "./sync.ts";
import { askYesNo, isTerminal } from "./terminal.ts";

/** `loci init`: creates a vault, converts a folder of Markdown into one, or clones one. */
export function define(command: CommandLine): void {
  command
    .description("Makes a vault (~/loci), takes a folder of notes as one, or joins one.")
    .argument("[dir]")
    .option("--example", "the example vault of a family, to look around in")
    .option("--from <url>", "join the vault at this remote: https, ssh or a folder")
    .examples("loci init --example", "loci init ~/notes --from git@host:ana/memory.git")
    .runs(init);
}

async function init(call: Call): Promise<void> {
  const { env, now, flags } = call;
  const named = call.words[0] ?? textFlags(call, "vault").vault ?? env.LOCI_VAULT;
  const root = named ? resolve(call.cwd, named) : join(env.HOME ?? homedir(), "loci");
  const topics = flags.example === true ? ("example" as const) : ("welcome" as const);
  const plan = { root, topics, env, now, mayCommit: () => askToCommit(call) };
  const { from } = textFlags(call, "from");
  if (from !== undefined) return joinAt(call, { ...plan, url: toRemoteUrl(from, call) });
  const made = await createVault(plan);
  if (call.json) call.printJson(made);
  else printMade(call, made);
}

/** Only a person on a terminal may say yes. */
async function askToCommit(call: Call): Promise<boolean> {
  const question = "This folder is a git repository. May Loci commit what it saves to it? [y/N] ";
  const isPerson = isTerminal(call.stdin) && isTerminal(call.stderr);
  return isPerson && askYesNo(call, question, call.stderr);
}

type Plan = Parameters<typeof createVault>[0] & { readonly url: string };

/** Clones or creates the vault, indexes it and pushes what the remote lacks. */
async function joinAt(call: Call, plan: Plan): Promise<void> {
  const { root, env, now } = plan;
  const { joined, sent, files } = await untilInterrupted(call, async (signal) => {
    const joined = await joinVault({ ...plan, report: call.note, signal });
    const loci = await openLoci({ root, env, now, report: call.note, toleratesBadSettings: true });
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
    return call.printJson({ root, created: made !== undefined, files, ...sent });
  }
  const what = made === undefined ? "Joined the vault" : "Made a new vault";
  call.print(`${what} ${root} (${counted(files, "file")} in memory)`);
  for (const line of describeRound(sent)) call.print(line);
  if (made !== undefined && made.note !== "") call.note(made.note);
  call.note(`Next: loci --help, or loci up --vault ${root}, which keeps it in sync`);
}

function printMade(call: Call, made: CreatedVault): void {
  const { root, created, committed, repository, files, note } = made;
  const parts = created ? [counted(files.length, "file")] : [...files];
  if (repository) parts.push("a git repository");
  if (parts.length === 0) parts.push("nothing to add");
  if (committed) parts.push("committed");
  call.print(`${created ? "Made" : "Completed"} the vault ${root} (${parts.join(", ")})`);
  if (!created && (repository || committed)) {
    call.note(
      "Your own files are as they were; git gets each when Loci saves a line in it, or all by loci sync (or git add -A && git commit)",
    );
  }
  if (note !== "") call.note(note);
  call.note(`Next: loci --help, or loci up --vault ${root}`);
}
