import { expect, test } from "vitest";
import { heardClearly, isHeardClearly } from "../../src/session/heard-clearly.ts";
import { say } from "./session-db.ts";

const voice = { mode: "voice" } as const;

test.each([
  [say("I live in Reus", { ...voice, confidence: 0.5 }), true],
  [say("I live in Reus", { ...voice, confidence: 0.49 }), false],
  [say("I live in Reus", voice), true],
  [say("I live in Reus", { confidence: 0.1 }), true],
  [say("Thanks for watching!", { ...voice, confidence: 0.99 }), false],
  [say("Thanks for watching!"), true],
  [say("Thanks for watching!", { ...voice, role: "assistant" }), true],
])("isHeardClearly() of %o is %s", (message, isClear) => {
  expect(isHeardClearly(message)).toBe(isClear);
});

test("heardClearly() leaves out the reply to what was not heard, with its tools", () => {
  const messages = [
    say("I live in Reus", { ...voice, confidence: 0.9 }),
    say("Noted.", { ...voice, role: "assistant" }),
    say("I live in Rio", { ...voice, confidence: 0.2 }),
    say("", { ...voice, role: "assistant" }),
    say("{}", { ...voice, role: "tool" }),
    say("So you live in Rio?", { ...voice, role: "assistant" }),
    say("and I have a cat", { ...voice, confidence: 0.9 }),
    say("Nice.", { ...voice, role: "assistant" }),
  ];
  expect(heardClearly(messages).map(({ content }) => content)).toEqual([
    "I live in Reus",
    "Noted.",
    "and I have a cat",
    "Nice.",
  ]);
});
