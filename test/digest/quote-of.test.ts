import { expect, test } from "vitest";
import { quoteOf } from "../../src/digest/gates/quote-of.ts";
import type { SaidMessage } from "../../src/models/task.ts";
import { conclusion, user } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

const quote = (sources: readonly SaidMessage[], text = "Prefers bomba rice", more = {}) =>
  quoteOf({ conclusion: conclusion(text, more), sources, language: "en" }, stemText);

test.each([
  [
    "the sentence that says it",
    ["Hello there. We always use bomba rice at home! And you?"],
    "We always use bomba rice at home!",
  ],
  [
    "the best of several messages",
    ["I like rice", "bomba rice is what I prefer"],
    "bomba rice is what I prefer",
  ],
  [
    "no question where there is a statement",
    ["Which bomba rice do you prefer? I use bomba."],
    "I use bomba.",
  ],
  ["nothing of mere consent", ["yes, exactly"], ""],
  ["another language's sentence", ["siempre usamos ese en casa"], "siempre usamos ese en casa"],
  [
    "no Markdown, HTML or closing quotes",
    ['"Bomba" <b>rice</b> [[x]] `y`\n## 2026 rice'],
    "'Bomba' b rice /b x y",
  ],
])("quoteOf() takes %s", (_, messages, expected) => {
  expect(quote(messages.map((content, i) => user(i + 1, content)))).toBe(expected);
});

test("quoteOf() is at most 240 characters, cut between words", () => {
  const words = quote([user(1, `bomba rice ${"and more of it ".repeat(40)}`)]);
  expect(words.length).toBeLessThanOrEqual(240);
  expect(words).toMatch(/^bomba rice .*\w…$/);
  expect(quote([user(1, `rice${"🍚".repeat(300)}`)], "rice").isWellFormed()).toBe(true);
});

test("quoteOf() quotes no secret", () => {
  const sources = [user(1, "remember the code is bomba rice")];
  expect(quote(sources, "The code is bomba rice", { sensitivity: "secret" })).toBe("");
});
