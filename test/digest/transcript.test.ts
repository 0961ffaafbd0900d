import fc from "fast-check";
import { expect, test } from "vitest";
import { staleTranscripts } from "../../src/digest/transcript/stale-transcripts.ts";
import { toTranscript } from "../../src/digest/transcript/transcript.ts";
import type { Message, Session } from "../../src/session/session.ts";
import { scanLines } from "../../src/vault/scan-lines.ts";
import { noon, say } from "../session/session-db.ts";

const session: Session = {
  id: "01KH8VHVG0CE3N6GDD08B8C447",
  person: null,
  agent: "loci",
  mode: "text",
  language: "en",
  state: "digesting",
  topic: null,
  startedAt: noon,
  lastAt: noon,
};

const transcript = (...messages: Message[]) =>
  toTranscript(session, messages, {
    conversation: `${session.id}#7`,
    timeAt: (ms) => new Date(ms).toISOString(),
    redact: (text) => text.replaceAll("secret", "…"),
    keeps: { text: true, voice: false },
  });

const message = (content: string, more: Partial<Message> = {}): Message => ({
  ...say(content),
  id: 1,
  at: noon,
  ...more,
});

test("toTranscript() names its file by day and conversation, leaves tools out and redacts", () => {
  const made = transcript(
    message("a secret"),
    message("{}", { role: "tool" }),
    message("fine", { role: "assistant" }),
  );
  expect(made?.path).toBe(`conversations/2026-02-12-${session.id}-7.md`);
  expect(made?.text).toBe(
    "# Conversation of 2026-02-12\n\n**person** 12:00\n\n> a …\n\n**rostro** 12:00\n\n> fine\n",
  );
  expect(transcript(message("x", { mode: "voice" }))).toBeNull();
});

test("toTranscript() keeps any text a quotation", () => {
  const line = fc.constantFrom(
    "# h",
    "- x",
    "```",
    "<script>",
    "---",
    "1. a",
    "",
    "    code",
    "> q",
    "text",
    "| a |",
    "===",
  );
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n")),
      (content) => {
        const lines = (transcript(message(`a\n${content}`))?.text ?? "").split("\n");
        const blocks = scanLines(lines).map(({ type }) => type);
        return (
          !blocks.includes("list") && lines.filter((line) => line.startsWith("#")).length === 1
        );
      },
    ),
  );
});

test("staleTranscripts() names those of more days ago than are kept, and no other file", () => {
  const paths = [
    "conversations/2026-01-12-A.md",
    "conversations/2026-01-13-A.md",
    "conversations/2026-02-12-A.md",
    "conversations/notes.md",
    "conversations/2020-01-01.md",
    "topics/2020-01-01-A.md",
    "conversations/2026-99-99-A.md",
  ];
  const stale = (retentionDays: number) =>
    staleTranscripts(paths, { today: "2026-02-12", retentionDays });
  expect(stale(30)).toEqual(["conversations/2026-01-12-A.md"]);
  expect(stale(0)).toHaveLength(2);
  expect(stale(36_500)).toEqual([]);
});
