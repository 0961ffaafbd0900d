import { expect, test } from "vitest";
import { toConversation } from "../../src/digest/digest-session.ts";
import type { Message } from "../../src/session/session.ts";
import { say } from "../session/session-db.ts";

const at = Date.UTC(2026, 1, 12);
const numbered = (...messages: readonly ReturnType<typeof say>[]): Message[] =>
  messages.map((message, i) => ({ ...message, id: i + 1, at }));

test("toConversation() takes what was said, without tools and without what was not heard clearly or replied to that", () => {
  const voice = { mode: "voice" } as const;
  const told = toConversation(
    numbered(
      say("I live in Reus", { ...voice, confidence: 0.9 }),
      say("", { ...voice, role: "assistant" }),
      say("{}", { ...voice, role: "tool" }),
      say("Noted.", { ...voice, role: "assistant" }),
      say("We sold the house", { ...voice, confidence: 0.3 }),
      say("You sold the house, is that so?", { ...voice, role: "assistant" }),
      say("yes exactly", { ...voice, confidence: 0.9 }),
      say("Subtitles by the Amara.org community", { ...voice, confidence: 0.9 }),
      say("Thank you!", { ...voice, role: "assistant" }),
    ),
    (ms) => new Date(ms).toISOString().slice(0, 10),
  );
  expect(told).toEqual([
    { id: 1, role: "user", content: "I live in Reus", language: "en", date: "2026-02-12" },
    { id: 4, role: "assistant", content: "Noted.", language: "en", date: "2026-02-12" },
    { id: 7, role: "user", content: "yes exactly", language: "en", date: "2026-02-12" },
  ]);
});
