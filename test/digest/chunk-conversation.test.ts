import { test } from "vitest";
import { chunkConversation, estimateTokens } from "../../src/digest/extract.ts";
import type { SaidMessage } from "../../src/models/requests.ts";
import { fc } from "../fast-check.ts";

const said = (id: number, content: string): SaidMessage => ({
  id,
  role: id % 2 === 0 ? "assistant" : "user",
  content,
  language: "en",
  date: "2026-02-10",
});

test("chunkConversation() loses no word, keeps the order and the size, whatever the lengths", () => {
  const content = fc
    .array(fc.constantFrom("a", "bcd ", "日本語", "  ", "word ".repeat(40)))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 12 }),
      fc.integer({ min: 200, max: 600 }),
      (list, most) => {
        const messages = list.map((text, i) => said(i + 1, text));
        const chunks = chunkConversation(messages, most);
        const seen = new Map<number, Set<string>>();
        for (const { id, content } of chunks.flat()) {
          seen.set(id, (seen.get(id) ?? new Set()).add(content));
        }
        for (const { id, content } of messages) {
          const whole = [...(seen.get(id) ?? [])].join("");
          // Pieces that are equal count once: then their words are there all the same.
          if (new Set(whole).size !== new Set(content).size) return false;
        }
        const sizes = chunks.map((chunk) =>
          chunk.reduce((sum, { content }) => sum + estimateTokens(content) + 30, 0),
        );
        return sizes.every((size) => size <= most * 1.1 + 30);
      },
    ),
  );
});
