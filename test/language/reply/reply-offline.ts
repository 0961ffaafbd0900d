import { recallAmong } from "../../../scripts/train/households.ts";
import { toScored } from "../../../src/agent/gather-context.ts";
import { replyOffline } from "../../../src/language/reply/reply.ts";
import { statementsIn } from "../../../src/language/reply/wish.ts";
import { recallSaid } from "../../../src/memory/said-so-far.ts";
import type { QuotedMemory, ReplyInput } from "../../../src/models/requests.ts";

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
export const replyTask = (message: string, rest: Partial<ReplyInput> = {}): ReplyInput => ({
  message,
  language: "en",
  memories: [],
  toolResults: [],
  said: [],
  person: null,
  today: "",
  ...rest,
});

/** What the offline model replies, with all tools at hand. */
export function answer(message: string, rest: Partial<ReplyInput> = {}): string {
  const reply = replyOffline(replyTask(message, rest), true);
  return reply.type === "text" ? reply.text : `remember: ${reply.text}`;
}

/** The same from what recall finds among lines of a vault, and among what was said before in the conversation. */
export function answerFrom(
  message: string,
  { lines = [], said = [], ...rest }: Partial<ReplyInput> & { readonly lines?: readonly string[] },
): string {
  const language = rest.language ?? "en";
  const statements = said
    .flatMap((text) => statementsIn(text, language, "2026-12-02"))
    .map((text) => ({ text, date: "2026-11-23" }));
  const hits = [...recallAmong(lines, message), ...recallSaid(statements, message, language)];
  const memories = hits.map(toScored).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  return answer(message, { ...rest, said, memories });
}
