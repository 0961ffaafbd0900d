import { expect, test } from "vitest";
import { newPart, passGates } from "../../src/digest/gates/gates.ts";
import type { Conclusion } from "../../src/models/task.ts";
import { conclusion, user } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

const older = "Ben's dentist appointment is on 26 November at 10:15 with Dr Shaw";

function isPassed(text: string, said: string, more: Partial<Conclusion> = {}): boolean {
  const { passed } = passGates([conclusion(text, { relation: "updates", of: "m1", ...more })], {
    messages: [user(1, said)],
    recalled: [],
    olderOf: (label) => (label === "m1" ? older : undefined),
    person: null,
    banks: ["General"],
    defaultBank: "General",
    stem: stemText,
    languageOf: () => "en",
  });
  return passed.length === 1;
}

const said = "the dentist moved Ben to the third of December";
const updated = "Ben's dentist appointment is on 3 December at 10:15 with Dr Shaw";

test("passGates() lets an update keep what its line says and the person did not say again", () => {
  expect(isPassed(updated, said)).toBe(true);
  expect(isPassed(updated, said, { relation: "new", of: null })).toBe(false);
  expect(isPassed(updated, said, { of: "m2" })).toBe(false);
});

test.each([
  "Ben's dentist appointment is on 3 December at 10:15 with Dr Marlow",
  "Ben's dentist appointment is on 3 December at 10:15 with Dr Shaw, room 214",
  "Ben's dentist appointment is not on 3 December at 10:15 with Dr Shaw",
  "Ben's dentist is with Dr Shaw at 10:15 on 3 December",
  "Ben hates Dr Shaw and will sue at 10:15",
])(
  "passGates() drops an update that says what neither its line nor the person says: %j",
  (text) => {
    expect(isPassed(text, said)).toBe(false);
  },
);

test("newPart() is what is new and what was said again, in linear time", () => {
  expect(newPart(updated, older, said)).toBe("Ben's dentist 3 December");
  expect(newPart("with Shaw Dr", older, said)).toBeNull();
  expect(newPart("Something else", older, said)).toBeNull();
});
