import type { ListedSession, WhichSessions } from "../agent/conversation/sessions.ts";
import type { Loci } from "../app/loci.ts";
import { LociError } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { dayFlag, textFlags } from "./flags.ts";
import { withLoci } from "./open-vault.ts";
import { counted } from "./printable.ts";
import { createRenderer } from "./render-events.ts";
import { confirm } from "./terminal.ts";

/** `loci sessions`: lists, shows, ends and deletes the conversations on this device. */
export function define(command: CommandLine): void {
  command.description("The conversations on this device. What they taught stays without them.");
  addScopeFlags(command.command("list", { isDefault: true }))
    .description("Names them, newest first.")
    .runs(list);
  command.command("show").description("Prints one.").argument("<id>").runs(show);
  command.command("end").description("Digests one now.").argument("<id>").runs(end);
  addScopeFlags(command.command("delete"))
    .description(
      "Removes what was said in one, on a day, with a person or an agent, or all: shows what goes and asks.",
    )
    .argument("[id]")
    .option("--all", "all of them")
    .option("-y, --yes", "do not ask")
    .runs(remove);
  command.examples("loci sessions", "loci sessions delete --day 2026-02-12 --person ana");
}

function addScopeFlags(command: CommandLine): CommandLine {
  return command
    .option("--day <date>", "those that began, ended or went on that day")
    .option("--person <id>", "those of this person")
    .option("--agent <id>", "those that this agent had a part in");
}

async function list(call: Call): Promise<void> {
  await withLoci(call, async (loci) => {
    const sessions = await loci.sessions.list(scopeOf(call) ?? "all");
    if (call.json) return call.printJson({ sessions });
    if (sessions.length === 0) call.note("There is no conversation");
    for (const session of sessions) call.print(lineOf(session));
  });
}

function lineOf({ id, person, agent, mode, state, topic, lastAt }: ListedSession): string {
  const time = `${lastAt.slice(0, 16).replace("T", " ")} UTC`;
  const parts = [id, time, state, person, agent, mode, topic];
  return parts.filter((part) => part !== null).join(" · ");
}

async function show(call: Call): Promise<void> {
  const [id = ""] = call.words;
  await withLoci(call, async ({ sessions }) => {
    const whole = await sessions.read(id);
    if (call.json) call.printJson(whole);
    else print(call, whole);
  });
}

function print(call: Call, { session, messages }: Whole): void {
  call.print(lineOf(session), call.colors.bold);
  for (const { role, agent, content, mode, at } of messages) {
    if (role === "tool" || content === "") continue;
    const who = role === "user" ? (session.person ?? "you") : agent;
    call.print(`${at.slice(11, 16)} ${who}${mode === "voice" ? " (voice)" : ""}: ${content}`);
  }
  if (messages.length === 0) call.note("Nothing of it can be read any more");
}

type Whole = Awaited<ReturnType<Loci["sessions"]["read"]>>;

async function end(call: Call): Promise<number> {
  const [id = ""] = call.words;
  return withLoci(call, async ({ sessions }) => {
    const digested = await sessions.end(id);
    await createRenderer(call)([digested]);
    if (!call.json && digested.status === "nothing") call.aside("· nothing new to remember");
    return digested.status === "waiting" ? 1 : 0;
  });
}

const question = "Delete? It cannot be undone [y/N] ";
const refusal = "Cannot ask whether to delete that: there is no terminal; --yes does it unasked";

async function remove(call: Call): Promise<void> {
  const which = chosen(call);
  await withLoci(call, async ({ sessions }) => {
    if (!call.json) for (const session of await sessions.list(which)) call.print(lineOf(session));
    if (!(await confirm(call, question, refusal))) return call.print("Nothing was deleted");
    const { removed } = await sessions.remove(which);
    if (call.json) call.printJson({ removed });
    else call.print(`Deleted: ${counted(removed, "conversation")}`);
  });
}

function chosen(call: Call): WhichSessions {
  const named = call.words.map((id) => ({ id }));
  const ways = [...named, scopeOf(call), call.flags.all === true ? ("all" as const) : undefined];
  const [which, ...others] = ways.filter((way) => way !== undefined);
  if (which !== undefined && others.length === 0) return which;
  throw new LociError(
    "USAGE",
    "Cannot delete conversations: name one by its id, or --day, --person and --agent, or --all",
  );
}

function scopeOf(call: Call): WhichSessions | undefined {
  const scope = { ...textFlags(call, "person", "agent"), ...dayFlag(call) };
  return Object.keys(scope).length === 0 ? undefined : scope;
}
