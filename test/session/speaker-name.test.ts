import { expect, test } from "vitest";
import { speakerName } from "../../src/session/speaker-name.ts";

test.each([
  ["ana", "Ana"],
  ["ana-maria", "Ana Maria"],
  ["jean_luc", "Jean Luc"],
  ["júlia", "Júlia"],
  ["小明", "小明"],
  ["R2-D2", "R2 D2"],
])("speakerName() calls %s %s", (id, name) => {
  expect(speakerName(id)).toBe(name);
});
