import { replyOffline } from "../../../src/language/reply/reply.ts";
import type { QuotedMemory, ReplyTask } from "../../../src/models/task.ts";

/** A memory as it is quoted to a model. */
export const quoted = (text: string, rest: Partial<QuotedMemory> = {}): QuotedMemory => ({
  text,
  date: "2026-02-12",
  topic: "cooking",
  file: "topics/cooking.md",
  line: 13,
  bank: "Personal",
  ...rest,
});

/** To reply to a message, with nothing else known. */
export const replyTask = (message: string, rest: Partial<ReplyTask> = {}): ReplyTask => ({
  message,
  language: "en",
  memories: [],
  toolResults: [],
  said: [],
  asksLanguage: false,
  inTopic: false,
  today: "",
  ...rest,
});

/** What the offline model replies, or looks for, with all tools at hand. */
export function answer(message: string, rest: Partial<ReplyTask> = {}): string {
  const reply = replyOffline(replyTask(message, rest), { canRemember: true, canRecall: true });
  return reply.type === "recall" ? `recall: ${reply.query}` : reply.text;
}
