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
 * What tools gave to the other agents of a conversation since a moment (ms) and this one may see too, oldest first: not
 * the memories of another agent's own scope, nor a result that is too long or failed. Pure.
 */
export function toolOutputsFor(
  messages: readonly Message[],
  viewer: Viewer,
  since: number,
): readonly ToolOutput[] {
  const names = new Map<string, string>();
  const outputs: ToolOutput[] = [];
  for (const { role, agent, toolCalls = [], callId, content, at } of messages) {
    for (const { id, name } of toolCalls) names.set(`${agent} ${id}`, name);
    if (role !== "tool" || agent === viewer.agent || at < since) continue;
    const tool = names.get(`${agent} ${callId}`) ?? "";
    if (!ofMemory.includes(tool) || content.length > maxChars) continue;
    const result = visiblePart(content, viewer);
    if (result !== undefined) outputs.push({ agent, tool, result });
  }
  return outputs.slice(-maxOutputs);
}

/** Undefined where nothing is left that the viewer may see. */
function visiblePart(content: string, viewer: Viewer): object | undefined {
  try {
    const result: unknown = JSON.parse(content);
    if (typeof result !== "object" || result === null) return undefined;
    const memories: unknown = "memories" in result ? result.memories : undefined;
    if (!Array.isArray(memories)) return isVisible(result, viewer) ? result : undefined;
    const visible = memories.filter((memory: unknown) => isVisible(memory, viewer));
    return visible.length === 0 ? undefined : { ...result, memories: visible };
  } catch {
    return undefined; // Words were taken out of it, or it names no path of a memory.
  }
}

function isVisible(part: unknown, viewer: Viewer): boolean {
  if (typeof part !== "object" || part === null || !("file" in part)) return false;
  return isScopeVisible(viewer, placeOf(toTopicPath(String(part.file))).scope);
}
