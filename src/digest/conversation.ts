import type { SaidMessage } from "../models/task.ts";
import type { Message } from "../session/session.ts";
import { isInventedOnSilence } from "./gates/silence.ts";

const leastConfidence = 0.5;

/**
 * What was said, as a digestion takes it: no tool calls, nothing that a transcriber was unsure of or makes up when
 * nobody speaks.
 */
export function toConversation(
  messages: readonly Message[],
  dayAt: (ms: number) => string,
): readonly SaidMessage[] {
  return messages.flatMap((message) => {
    const { id, role, content, language, at } = message;
    if (role === "tool" || content.trim() === "" || !wasHeard(message)) return [];
    return { id, role, content, language, date: dayAt(at) };
  });
}

function wasHeard({ role, mode, content, confidence = 1 }: Message): boolean {
  if (role !== "user" || mode !== "voice") return true;
  return confidence >= leastConfidence && !isInventedOnSilence(content);
}
