import type { SaidMessage } from "../models/task.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import type { Message } from "../session/session.ts";

/**
 * What was said, as a digestion takes it: no tool calls, nothing that a transcriber was unsure of or makes up when
 * nobody speaks, nor the reply to it, which may repeat it.
 */
export function toConversation(
  messages: readonly Message[],
  dayAt: (ms: number) => string,
): readonly SaidMessage[] {
  return heardClearly(messages).flatMap(({ id, role, content, language, at }) => {
    if (role === "tool" || content.trim() === "") return [];
    return { id, role, content, language, date: dayAt(at) };
  });
}
