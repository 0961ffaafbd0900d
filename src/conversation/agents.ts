import type { Agent } from "../agent/turn-ports.ts";

interface AgentSettings {
  /** The agent that answers first. */
  readonly agent: string;
  readonly agents: Readonly<
    Record<string, { readonly persona: string; readonly banks?: readonly string[] | undefined }>
  >;
}

/** Every agent that can be talked to, by id. */
export function agentsOf({ agent, agents }: AgentSettings): ReadonlyMap<string, Agent> {
  const named = Object.entries(agents).map(([id, { persona, banks = [] }]): [string, Agent] => [
    id,
    { id, persona, banks },
  ]);
  const usual: [string, Agent] = [agent, { id: agent, persona: usualPersona, banks: [] }];
  return new Map([usual, ...named]);
}

const usualPersona =
  "You are Loci, the assistant of a household with a memory of its own. You are warm, plain and brief; you say what you know and from when, and you say so when you do not know.";
