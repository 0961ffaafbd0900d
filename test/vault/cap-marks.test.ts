import { expect, test } from "vitest";
import { capMarks } from "../../src/vault/cap-marks.ts";

test("capMarks() leaves 30 marks to a character, and all other text as it is", () => {
  expect(capMarks(`a${"\u0301".repeat(100_000)}b`)).toBe(`a${"\u0301".repeat(30)}b`);
  for (const text of ["", "a".repeat(100), "é".repeat(100), "क्षि".repeat(50), "日本".repeat(50)])
    expect(capMarks(text)).toBe(text);
});
