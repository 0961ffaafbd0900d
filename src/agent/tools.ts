import type { JsonSchema, Tool } from "../models/respond.ts";
import type { Agent, TurnPorts } from "./turn-ports.ts";

/** The tools that an agent is offered: what memory allows, and hand-off where there is another agent. */
export function toolsFor(
  { memory, agents, banks }: Pick<TurnPorts, "memory" | "agents" | "banks">,
  agent: string,
): Tool[] {
  const others = [...agents.values()].filter(({ id }) => id !== agent);
  return [
    ...(memory.reads ? [recall, readTopic] : []),
    ...(memory.writes ? [remember(banks)] : []),
    setSlot,
    currentTime,
    ...(others.length > 0 ? [handOff(others)] : []),
  ];
}

const recall: Tool = {
  name: "recall",
  description: "Searches the notes. Use it where the memories above do not answer.",
  parameters: schemaOf({ query: text("What to look for, in the person's words") }),
};

const readTopic: Tool = {
  name: "read_topic",
  description: "Reads all notes of one topic.",
  parameters: schemaOf({ topic: text("Name of the topic") }),
};

function remember(banks: readonly string[]): Tool {
  return {
    name: "remember",
    description:
      "Saves one memory for good: what the person asked to be remembered, in their words. Of anything else they are asked first whether to save it.",
    parameters: schemaOf(
      {
        text: text("One self-contained sentence, in the person's language"),
        topic: text("Name of the topic, where it is clear"),
        bank: { type: "string", enum: banks },
        for_you: {
          type: "boolean",
          description: "It is how you, and no other agent, shall answer",
        },
        remind: text("When they ask to be reminded: 2026-12-01 or 2026-12-01T09:00"),
        remind_when: text("What, where they ask to be reminded once it comes up"),
      },
      ["text"],
    ),
  };
}

const setSlot: Tool = {
  name: "set_slot",
  description: 'Notes a value for all agents of this conversation; "" removes it.',
  parameters: schemaOf({ name: text("Such as guest_count"), value: text("The value") }),
};

const currentTime: Tool = {
  name: "current_time",
  description: "Tells date and time.",
  parameters: schemaOf({}),
};

function handOff(others: readonly Agent[]): Tool {
  return {
    name: "hand_off",
    description: "Hands the conversation over to an agent who is better at it.",
    parameters: schemaOf({
      agent: { type: "string", enum: others.map(({ id }) => id) },
      context: text("What that agent should know"),
    }),
  };
}

function text(description: string): JsonSchema {
  return { type: "string", description };
}

function schemaOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
