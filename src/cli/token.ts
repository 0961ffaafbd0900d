import type { Loci } from "../app/loci.ts";
import type { MadeToken, MadeTokens } from "../server/made-tokens.ts";
import type { Call, CommandLine } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci token`: makes, lists and revokes the tokens by which persons get in over HTTP. */
export function define(command: CommandLine): void {
  command.description(
    "Tokens by which persons get in over HTTP and MCP; none gets what is secret.",
  );
  command.command("list", { isDefault: true }).description("Lists them.").runs(list);
  command
    .command("make")
    .description("Makes one for a person, and prints it once.")
    .argument("<person>")
    .option("--name <name>", "what it is called (else like the person)")
    .option("--read-only", "it only reads: it can neither save nor talk")
    .runs(make);
  command.command("revoke").description("Closes one at once.").argument("<name>").runs(revoke);
  command.examples("loci token make ana --name phone", "loci token revoke phone");
}

async function withTokens(
  call: Call,
  work: (tokens: MadeTokens, loci: Loci) => Promise<void> | void,
): Promise<void> {
  await withLoci(call, async (loci) => {
    const { openMadeTokens } = await import("../server/made-tokens.ts");
    await work(openMadeTokens(loci.device.vaultFolder, call.now), loci);
  });
}

async function list(call: Call): Promise<void> {
  return withTokens(call, (open) => {
    const tokens = open.list();
    if (call.json) return call.printJson({ tokens });
    if (tokens.length === 0) call.note("There are no tokens besides the vault's own");
    for (const token of tokens) {
      call.print(`${lineOf(token)} · since ${token.made.slice(0, 10)}`);
    }
  });
}

async function make(call: Call): Promise<void> {
  const [person = ""] = call.words;
  return withTokens(call, async (open, { memory }) => {
    const { name = person } = textFlags(call, "name");
    const wish = { name, person, mayWrite: call.flags.readOnly !== true };
    await memory.list({ person }, { page: 1, limit: 1 }); // Rejects for what names no person.
    const token = open.make(wish);
    if (call.json) call.printJson({ token });
    else call.print(token);
    call.note(
      `${lineOf(wish)}: keep it where its program alone can read it; it is not shown again`,
    );
  });
}

async function revoke(call: Call): Promise<void> {
  const [name = ""] = call.words;
  return withTokens(call, (open) => {
    open.revoke(name);
    if (call.json) call.printJson({ revoked: name });
    else call.note(`Revoked ${name}: it no longer works`);
  });
}

const lineOf = ({ name, person, mayWrite }: Omit<MadeToken, "made">): string =>
  `${name} · ${mayWrite ? "reads and writes" : "reads"} as ${person}`;
