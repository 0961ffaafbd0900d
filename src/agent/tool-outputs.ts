import type { Message } from "../session/session.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";

/** What a tool gave to an agent of the conversation. */
export interface ToolOutput {
  readonly agent: string;
  readonly tool: string;
  readonly result: unknown;
}

/** Most results that are passed on, and characters of one. */
const maxOutputs = 8;
const maxChars = 2_000;

/** The others say nothing that the next agent does not get in another way. */
const ofMemory: readonly string[] = ["recall", "read_topic", "remember"];

/**
 * What tools gave to the other agents of a conversation since a moment (ms) and this one may see too, oldest first: not the
 * memories of another agent's own scope, nor a result that is too long or failed. Pure.
 */
export function toolOutputsFor(
  messages: readonly Message[],
  viewer: Viewer,
  since: number,
): ToolOutput[] {
  const names = new Map<string, string>();
  const outputs: ToolOutput[] = [];
  for (const { role, agent, toolCalls = [], callId, content, at } of messages) {
    // Some servers use the same ids in each round: the last call of an id is the one.
    for (const { id, name } of toolCalls) names.set(`${agent} ${id}`, name);
    if (role !== "tool" || agent === viewer.agent || at < since) continue;
    const tool = names.get(`${agent} ${callId}`);
    if (tool === undefined || !ofMemory.includes(tool) || content.length > maxChars) continue;
    const result = visiblePart(parse(content), viewer);
    if (result !== undefined && !("error" in result)) outputs.push({ agent, tool, result });
  }
  return outputs.slice(-maxOutputs);
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined where nothing is left that the viewer may see. */
function visiblePart(result: Fields | undefined, viewer: Viewer): Fields | undefined {
  const memories: unknown = result?.memories;
  if (!Array.isArray(memories)) return isVisible(result, viewer) ? result : undefined;
  const visible = memories.filter((memory: unknown) => isVisible(memory, viewer));
  return visible.length === 0 ? undefined : { ...result, memories: visible };
}

function isVisible(part: unknown, viewer: Viewer): boolean {
  if (typeof part !== "object" || part === null || !("file" in part)) return false;
  try {
    return isScopeVisible(viewer, placeOf(toTopicPath(String(part.file))).scope);
  } catch {
    return false; // No path of a memory.
  }
}

function parse(content: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined; // Words were taken out of it.
  }
}
