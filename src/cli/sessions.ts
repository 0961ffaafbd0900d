import type { ListedSession, WhichSessions } from "../agent/conversation/sessions.ts";
import type { Loci } from "../app/loci.ts";
import { adviceOn, LociError } from "../errors.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import type { Call, Command } from "./command.ts";
import { singleEvent } from "./converse.ts";
import { textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { createRenderer } from "./render-events.ts";
import { confirm } from "./terminal.ts";

/** `loci sessions`: lists, shows, ends and deletes the conversations on this device. */
export const sessions: Command = {
  usage: "sessions [list|show ID|end ID|delete [ID]] [flags]",
  words: 2,
  summary:
    "The conversations on this device. `list` names them, `show` prints one, `end` digests one now. `delete` removes what was said in one, on a day, with a person or an agent, or all: it shows what goes and asks. What they taught stays; `loci forget --session ID` takes that.",
  flags: {
    day: { type: "string", value: "DATE", help: "those that began, ended or went on that day" },
    person: { type: "string", value: "ID", help: "those of this person" },
    agent: { type: "string", value: "ID", help: "those that this agent had a part in" },
    all: { type: "boolean", help: "delete all of them" },
    yes: { type: "boolean", short: "y", help: "do not ask" },
  },
  examples: [
    "loci sessions",
    "loci sessions show 01M7ZBKJJR61NAP6V4JJAW9R8R",
    "loci sessions delete --day 2026-02-12 --person ana",
    "loci sessions delete --all --yes --json",
  ],
  async run(call) {
    const [word = "list", ...ids] = call.words;
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work === undefined) {
      throw usage(
        `Cannot do "${word}" with conversations: ${adviceOn(word, names, names.join(", "))}`,
      );
    }
    return withLoci(call, async (loci) => {
      return await work(call, loci, ids);
    });
  },
};

type Work = (call: Call, loci: Loci, ids: readonly string[]) => Promise<number>;

const works: Readonly<Record<string, Work>> = { list, show, end, delete: remove };
const names = Object.keys(works);

const usage = (message: string): LociError => new LociError("USAGE", message);

async function list(call: Call, loci: Loci): Promise<number> {
  const found = await loci.sessions.list(scopeOf(call) ?? "all");
  if (call.json) call.printJson({ sessions: found });
  else if (found.length === 0) call.note("There is no conversation");
  else for (const session of found) call.print(lineOf(session));
  return 0;
}

function lineOf({ id, person, agent, mode, state, topic, lastAt }: ListedSession): string {
  const parts = [id, timeOf(lastAt), state, person, agent, mode, topic];
  return parts.filter((part) => part !== null).join(" · ");
}

const timeOf = (utc: string): string => `${utc.slice(0, 16).replace("T", " ")} UTC`;

async function show(call: Call, loci: Loci, ids: readonly string[]): Promise<number> {
  const whole = await loci.sessions.read(idIn(ids, "show"));
  if (call.json) {
    call.printJson(whole);
    return 0;
  }
  call.print(lineOf(whole.session));
  for (const { role, agent, content, mode, at } of whole.messages) {
    if (role === "tool" || content === "") continue;
    const who = role === "user" ? (whole.session.person ?? "you") : agent;
    call.print(`${at.slice(11, 16)} ${who}${mode === "voice" ? " (voice)" : ""}: ${content}`);
  }
  if (whole.messages.length === 0) call.note("Nothing of it can be read any more");
  return 0;
}

async function end(call: Call, loci: Loci, ids: readonly string[]): Promise<number> {
  const digested = await loci.sessions.end(idIn(ids, "end"));
  await createRenderer(call)(singleEvent(digested));
  if (!call.json && digested.status === "nothing") call.aside("· nothing new to remember");
  return digested.status === "waiting" ? 1 : 0;
}

const question = "Delete? It cannot be undone [y/N] ";
const refusal = "Cannot ask whether to delete that: there is no terminal; --yes does it unasked";

async function remove(call: Call, loci: Loci, ids: readonly string[]): Promise<number> {
  const which = chosen(call, ids);
  if (!call.json) {
    for (const session of await loci.sessions.list(which)) call.print(lineOf(session));
  }
  if (!(await confirm(call, question, refusal))) {
    call.print("Nothing was deleted");
    return 0;
  }
  const { removed } = await loci.sessions.remove(which);
  if (call.json) call.printJson({ removed });
  else call.print(`Deleted: ${removed} conversation${removed === 1 ? "" : "s"}`);
  return 0;
}

function chosen(call: Call, ids: readonly string[]): WhichSessions {
  const scope = scopeOf(call);
  const all = call.flags.all === true;
  const [id] = ids;
  const given = [id, scope, all || undefined].filter((what) => what !== undefined);
  if (given.length !== 1) {
    throw usage(
      "Cannot delete conversations: name one by its id, or --day, --person and --agent, or --all",
    );
  }
  if (id !== undefined) return { id };
  return scope ?? "all";
}

function scopeOf(call: Call): WhichSessions | undefined {
  const scope = textFlags(call, "day", "person", "agent");
  const { day } = scope;
  if (day !== undefined && !isCalendarDate(day)) {
    throw new LociError("BAD_DATE", `Cannot use "${day}" for --day: write it as 2026-02-12`);
  }
  return Object.keys(scope).length === 0 ? undefined : scope;
}

function idIn([id]: readonly string[], word: string): string {
  if (id !== undefined) return id;
  throw usage(`Cannot ${word} no conversation: name one by its id; "loci sessions" lists them`);
}
