import { expect, test } from "vitest";
import { isFragment } from "../../../src/language/commands/parse-command.ts";

test.each([
  ["Reus", "I live in Deus", true],
  ["the red one", "I want the bread one", true],
  ["Reus", "Deus", false],
  ["what's the weather", "what's the", false],
  ["John comes at five", "Joan comes at five", false],
  ["Reus", "", false],
])("isFragment() of %j, where %j was heard: %s", (corrected, said, expected) => {
  expect(isFragment(corrected, said)).toBe(expected);
});
