import type { ListedMessage, ListedSession } from "../conversation/sessions.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { numberFlag } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci trace`: where the time of a turn went, stage by stage; no words of it. */
export const trace: Command = {
  usage: "trace [SESSION] [flags]",
  words: 1,
  summary:
    "Shows where the time of the last turn went, of a conversation by its id or of the last one: each stage in milliseconds, and what did not work as it should. What was said is not shown.",
  flags: {
    turns: { type: "string", short: "n", value: "N", help: "how many turns, the last ones (1)" },
  },
  examples: ["loci trace", "loci trace -n 10 --json", "loci trace 01M7ZBKJJR61NAP6V4JJAW9R8R"],
  async run(call) {
    const { turns: count = 1 } = numberFlag(call, "turns", { min: 1, max: 1000 });
    return withLoci(call, async ({ sessions }) => {
      const id = call.words[0] ?? (await sessions.list("all"))[0]?.id;
      if (id === undefined) {
        throw new LociError(
          "NOT_FOUND",
          'Cannot trace a turn: there is no conversation; "loci chat" begins one',
        );
      }
      const { session, messages } = await sessions.read(id);
      const traced = turnsOf(messages).slice(-count);
      if (call.json) call.printJson({ session: id, turns: traced });
      else tell(call, session, traced);
      return 0;
    });
  },
};

/** One turn: from what was said to the end of the reply. */
interface Traced {
  readonly at: string;
  readonly agent: string;
  readonly mode: string;
  /** In the order they came; milliseconds. */
  readonly stages: readonly { readonly stage: string; readonly ms: number }[];
  readonly degradations: readonly string[];
}

/** What was said begins a turn; all until the next belongs to it. */
function turnsOf(messages: readonly ListedMessage[]): readonly Traced[] {
  const turns: ListedMessage[][] = [];
  for (const message of messages) {
    if (message.role === "user") turns.push([message]);
    else turns.at(-1)?.push(message);
  }
  return turns.flatMap(([said, ...others]) => {
    if (said === undefined) return [];
    const all = [said, ...others];
    const { at, agent, mode } = others.at(-1) ?? said;
    return {
      ...{ at, agent, mode },
      stages: all.flatMap(({ latency }) =>
        Object.entries(latency).map(([stage, ms]) => ({ stage, ms })),
      ),
      degradations: [...new Set(all.flatMap(({ degradations }) => degradations))],
    };
  });
}

/** The stages as people call them; another one is shown by its own name. */
const names: Readonly<Record<string, string>> = {
  silence: "waited for silence",
  transcribe: "understood what was said",
  language: "found its language",
  context: "recalled, and made the prompt",
  tool: "used a tool",
  first: "first word, since it was said",
  total: "whole reply, since it was said",
};

function tell(call: Call, { id, person }: ListedSession, turns: readonly Traced[]): void {
  if (turns.length === 0) call.note("Nothing of it can be read any more");
  for (const { at, agent, mode, stages, degradations } of turns) {
    const who = person === null ? [agent] : [person, agent];
    call.print([id, `${at.slice(0, 19).replace("T", " ")} UTC`, ...who, mode].join(" · "));
    for (const { stage, ms } of stages) {
      call.print(`${String(Math.round(ms)).padStart(8)} ms  ${names[stage] ?? stage}`);
    }
    for (const degradation of degradations) call.print(`          !  ${degradation}`);
  }
}
