import type { Loci } from "../app/loci.ts";
import { adviceOn, LociError } from "../errors.ts";
import type { MadeToken, MadeTokens } from "../server/made-tokens.ts";
import type { Call, Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci token`: makes, lists and revokes the tokens by which persons get in over HTTP. */
export const token: Command = {
  usage: "token [list|make PERSON|revoke NAME] [flags]",
  words: 2,
  summary:
    "Tokens of persons, for the HTTP API and MCP: `make` prints a new one once, `list` names them, `revoke` closes one at once. Its program reads, writes and talks as that person, and never gets what is marked as secret. What only the vault's owner may do needs the vault's own token.",
  flags: {
    name: { type: "string", value: "NAME", help: "what it is called (else like the person)" },
    "read-only": { type: "boolean", help: "it only reads: it can neither save nor talk" },
  },
  examples: [
    "loci token make ana --name phone",
    "loci token make ben --read-only",
    "loci token revoke phone",
  ],
  async run(call) {
    const [word = "list", given] = call.words;
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work === undefined) {
      const known = Object.keys(works);
      throw usage(`Cannot do "${word}" with tokens: ${adviceOn(word, known, known.join(", "))}`);
    }
    return withLoci(call, async (loci) => {
      const { openMadeTokens } = await import("../server/made-tokens.ts");
      await work(call, loci, { tokens: openMadeTokens(loci.device.vaultFolder, call.now), given });
      return 0;
    });
  },
};

interface Asked {
  readonly tokens: MadeTokens;
  readonly given: string | undefined;
}

const works: Readonly<Record<string, (call: Call, loci: Loci, asked: Asked) => Promise<void>>> = {
  async list(call, _, { tokens }) {
    const all = tokens.list();
    if (call.json) call.printJson({ tokens: all });
    else if (all.length === 0) call.note("There are no tokens besides the vault's own");
    else for (const one of all) call.print(`${lineOf(one)} · since ${one.made.slice(0, 10)}`);
  },
  async make(call, { memory }, { tokens, given: person }) {
    if (person === undefined) {
      throw usage("Cannot make a token for nobody: loci token make PERSON");
    }
    const { name = person } = textFlags(call, "name");
    const wish = { name, person, mayWrite: call.flags["read-only"] !== true };
    await memory.list({ person }, { page: 1, limit: 1 }); // Rejects for what names no person.
    const made = tokens.make(wish);
    if (call.json) call.printJson({ token: made });
    else call.print(made);
    call.note(
      `${lineOf(wish)}: keep it where its program alone can read it; it is not shown again`,
    );
  },
  async revoke(call, _, { tokens, given: name }) {
    if (name === undefined) {
      throw usage("Cannot revoke a token without a name: loci token revoke NAME");
    }
    tokens.revoke(name);
    if (call.json) call.printJson({ revoked: name });
    else call.note(`Revoked ${name}: it no longer works`);
  },
};

const lineOf = ({ name, person, mayWrite }: Omit<MadeToken, "made">): string =>
  `${name} · ${mayWrite ? "reads and writes" : "reads"} as ${person}`;

const usage = (message: string): LociError => new LociError("USAGE", message);
