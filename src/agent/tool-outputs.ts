import { z } from "zod";
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

const outputSchema = z.looseObject({
  file: z.string().optional(),
  memories: z.array(z.looseObject({ file: z.string() })).optional(),
});

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
    const { memories, ...result } = outputSchema.parse(JSON.parse(content));
    const isVisible = ({ file }: { readonly file: string }): boolean =>
      isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
    const visible = memories?.filter(isVisible) ?? [];
    if (memories !== undefined)
      return visible.length === 0 ? undefined : { ...result, memories: visible };
    return result.file !== undefined && isVisible({ file: result.file }) ? result : undefined;
  } catch {
    return undefined; // It failed, or words were taken out of it, or it names no path of a memory.
  }
}
