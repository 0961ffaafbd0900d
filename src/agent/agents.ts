import { messageOf } from "../errors.ts";
import { speakerName } from "../session/speaker-name.ts";
import type { Settings } from "../settings/schema.ts";
import { resolveInVault, scopeOf, toTopicPath } from "../vault/paths.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import type { ConversationContext } from "./vault-for-turn.ts";

/** An agent of the household. */
interface Agent {
  readonly id: string;
  /** In a few words. */
  readonly persona: string;
  /** Banks it prefers. */
  readonly banks: readonly string[];
}

type AgentSettings = Pick<Settings, "agent" | "agents" | "defaultBank">;

/** Every agent that can be talked to, by id; the one that answers first comes first. */
export function agentsOf({
  agent,
  agents,
}: Omit<AgentSettings, "defaultBank">): ReadonlyMap<string, Agent> {
  const all: AgentSettings["agents"] = { [agent]: { persona: usualPersona }, ...agents };
  return new Map(
    Object.entries(all).map(([id, { persona, banks = [] }]) => [id, { id, persona, banks }]),
  );
}

const usualPersona =
  "You are Loci, the assistant of a household with a memory of its own. You are warm, plain and brief; you say what you know and from when, and you say so when you do not know.";

const longestAbout = 200;

/** The agents, the one that answers first before the others; nothing of their private scopes and of `agent.md`. Pure. */
export function listAgents(settings: AgentSettings) {
  const { agent, agents, defaultBank } = settings;
  return [...agentsOf(settings).values()].map(({ id, persona, banks }) => ({
    id,
    /** `head-chef` is Head Chef. */
    name: speakerName(id),
    /** The first line of its persona in the settings. */
    about: (persona.trim().split(/\r?\n/)[0] ?? "").slice(0, longestAbout),
    /** Those that it prefers. */
    banks,
    /** Of what is learned in talks with it and fits no other. */
    bank: (Object.hasOwn(agents, id) ? agents[id]?.bank : undefined) ?? defaultBank,
    /** It answers first. */
    isFirst: id === agent,
  }));
}

/** Who an agent is: what the settings say, and then what `agents/<id>/agent.md` says, as it stands now. */
export const personasIn =
  ({ root, report }: ConversationContext, agents: ReadonlyMap<string, Agent>) =>
  (id: string): string => {
    const { persona = "" } = agents.get(id) ?? {};
    const file = `${scopeOf("agents", id)}/agent.md`;
    try {
      const more = bodyOf(readSmallFile(resolveInVault(root, toTopicPath(file))) ?? "");
      return more === "" ? persona : `${persona}\n\n${more}`;
    } catch (error) {
      report(`Went on without ${file}: ${messageOf(error)}`);
      return persona;
    }
  };

/** Without frontmatter. */
const bodyOf = (text: string): string =>
  text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "").trim();
