import { messageOf } from "../errors.ts";
import { speakerName } from "../session/speaker-name.ts";
import type { Settings } from "../settings/schema.ts";
import { resolveInVault, scopeOf, toTopicPath } from "../vault/paths.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import type { ConversationContext } from "./vault-for-turn.ts";

type Agents = Settings["agents"];

/** Every agent that can be talked to, by id; the one that answers first comes first. */
export const agentsOf = ({
  agent,
  agents,
}: Pick<Settings, "agent" | "agents">): ReadonlyMap<string, Agents[string]> =>
  new Map(Object.entries<Agents[string]>({ [agent]: { persona: usualPersona }, ...agents }));

const usualPersona =
  "You are Loci, the assistant of a household with a memory of its own. You are warm, plain and brief; you say what you know and from when, and you say so when you do not know.";

/** The agents, the one that answers first before the others; nothing of their private scopes. Pure. */
export function listAgents(settings: Pick<Settings, "agent" | "agents" | "defaultBank">) {
  const { agent, defaultBank } = settings;
  return [...agentsOf(settings)].map(([id, { persona, banks = [], bank = defaultBank }]) => ({
    id,
    /** `head-chef` is Head Chef. */
    name: speakerName(id),
    /** The first line of its persona in the settings. */
    about: (persona.trim().split(/\r?\n/)[0] ?? "").slice(0, 200),
    /** Those that it prefers. */
    banks,
    /** Of what is learned in talks with it and fits no other. */
    bank,
    /** It answers first. */
    isFirst: id === agent,
  }));
}

/** Who an agent is: what the settings say, and then what `agents/<id>/agent.md` says, as it stands now. */
export const personasIn =
  ({ root, report }: ConversationContext, agents: ReturnType<typeof agentsOf>) =>
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
