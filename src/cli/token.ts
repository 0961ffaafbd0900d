import type { Loci } from "../app.ts";
import { adviceOn, LociError } from "../errors.ts";
import type { MadeToken } from "../server/made-tokens.ts";
import type { Call, Command } from "./command.ts";
import { numberFlag, textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci token`: makes, lists and revokes the tokens that let one program each in over HTTP. */
export const token: Command = {
  usage: "token [list|make NAME|revoke NAME] [flags]",
  words: 2,
  summary:
    "Tokens for the HTTP API and MCP, one for each program: `make` prints a new one once, `list` names them, `revoke` closes one at once. A token reads, or writes too, or runs the device like you; it may be kept to a person, an agent or a bank.",
  flags: {
    scope: { type: "string", value: "SCOPE", help: "read (without it), write or admin" },
    person: {
      type: "string",
      value: "ID",
      help: "it looks, saves and talks as this person: theirs, and what is everyone's",
    },
    agent: {
      type: "string",
      value: "ID",
      help: "it looks and saves as this agent; it cannot talk",
    },
    bank: {
      type: "string",
      value: "NAME",
      help: "it looks and saves in this bank alone; it cannot talk",
    },
    "at-home": {
      type: "boolean",
      help: "its program is at home: it may talk, and read what is marked as secret",
    },
    days: { type: "string", value: "N", help: "days until it expires (90; 0: it does not)" },
  },
  examples: [
    "loci token make phone --scope write --person ana --at-home",
    "loci token make dashboard --days 0",
    "loci token revoke phone",
  ],
  async run(call) {
    const [word = "list", ...names] = call.words;
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work === undefined) {
      const known = Object.keys(works);
      throw usage(`Cannot do "${word}" with tokens: ${adviceOn(word, known, known.join(", "))}`);
    }
    return withLoci(call, async (loci) => {
      const { openMadeTokens } = await import("../server/made-tokens.ts");
      const { withTokensLocked } = await import("../app/lock-tokens.ts");
      const tokens = openMadeTokens(loci.lociDir, call.now);
      await withTokensLocked(loci.lociDir, () => work(call, loci, { tokens, name: names[0] }));
      return 0;
    });
  },
};

interface Asked {
  readonly tokens: ReturnType<typeof import("../server/made-tokens.ts").openMadeTokens>;
  readonly name: string | undefined;
}

const works: Readonly<Record<string, (call: Call, loci: Loci, asked: Asked) => Promise<void>>> = {
  async list(call, _, { tokens }) {
    const all = tokens.list();
    if (call.json) call.printJson({ tokens: all });
    else if (all.length === 0) call.note("There are no tokens besides the vault's own");
    else for (const one of all) call.print(lineOf(one, call.now()));
  },
  async make(call, loci, { tokens, name }) {
    const { checkedScope } = await import("../server/caller.ts");
    const { days = 90 } = numberFlag(call, "days", { min: 0, max: 36_500 });
    const { scope = "read" } = textFlags(call, "scope");
    const made = tokens.make({
      ...(await limitsOf(call, loci)),
      ...{ name: named(name, "make"), days, scope: checkedScope(scope) },
      isAtHome: call.flags["at-home"] === true,
    });
    if (call.json) call.printJson({ token: made.token, ...made.made });
    else call.print(made.token);
    call.note(
      `${lineOf(made.made, call.now())}: keep it where its program alone can read it; it is not shown again`,
    );
  },
  async revoke(call, _, { tokens, name }) {
    tokens.revoke(named(name, "revoke"));
    if (call.json) call.printJson({ revoked: name });
    else call.note(`Revoked ${name}: it no longer works`);
  },
};

/** As they were given, once the vault knows them. Rejects with LociError BAD_NAME or NOT_FOUND for what is not there. */
async function limitsOf(call: Call, { memory, ...loci }: Loci) {
  const { person, bank, agent } = textFlags(call, "person", "bank", "agent");
  const agents = loci.agents().map(({ id }) => id);
  if (agent !== undefined && !agents.includes(agent)) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot keep a token to the agent "${agent}": ${adviceOn(agent, agents, `there are ${agents.join(", ")}`)}`,
      { data: { agent } },
    );
  }
  // Asked for nothing, only to have the names checked.
  const asked = { ...(bank === undefined ? {} : { bank }), page: 1, limit: 1 };
  const viewer = person === undefined ? {} : { person };
  await memory.list(viewer, { ...asked, ...viewer });
  return { ...viewer, ...(agent && { agent }), ...(bank && { bank }) };
}

function lineOf(
  { name, scope, person, agent, bank, isAtHome, expires }: MadeToken,
  now: number,
): string {
  const kept = Object.entries({ person, agent, bank }).flatMap(([limit, id]) =>
    id === undefined ? [] : [`${limit} ${id}`],
  );
  const isOver = expires !== null && Date.parse(expires) <= now;
  const when = isOver ? "expired on" : "until";
  const until = expires === null ? "for good" : `${when} ${expires.slice(0, 10)}`;
  return [name, scope, ...kept, ...(isAtHome ? ["at home"] : []), until].join(" · ");
}

function named(name: string | undefined, word: string): string {
  if (name !== undefined) return name;
  throw usage(`Cannot ${word} a token without a name: loci token ${word} NAME`);
}

const usage = (message: string): LociError => new LociError("USAGE", message);
