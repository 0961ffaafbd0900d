import { expect, test } from "vitest";
import { errorPhrase } from "../../../src/voice/cascade/answer.ts";
import { heardPart, heardText } from "../../../src/voice/cascade/reply-text.ts";
import { fc } from "../../fast-check.ts";

test("heardPart() is what was heard of the last answer alone", () => {
  const pieces = [
    { text: "Let me look.", spoken: "Let me look.", share: 1 },
    { text: "\n\nYou live in **Reus**. ", spoken: "You live in Reus.", share: 1 },
    { text: "It is near the sea.", spoken: "It is near the sea.", share: 0.5 },
  ];
  const all = "Let me look.\n\nYou live in **Reus**. It is near the sea.";
  expect(heardPart("You live in **Reus**. It is near the sea.", all, pieces)).toBe(
    "You live in **Reus**. It is",
  );
  expect(heardPart(all, all, pieces.slice(0, 1))).toBe("Let me look.");
  expect(heardPart("You live in **Reus**.", all.slice(0, 35), pieces.slice(0, 1))).toBe("");
  expect(heardPart("Nothing.", "Nothing.", [])).toBe("");
  expect(heardText(pieces)).toBe("Let me look. You live in Reus. It is");
});

test("heardPart() is always a beginning of what was sent", () => {
  const piece = fc.record({
    text: fc.string(),
    spoken: fc.string(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (pieces, before) => {
      const sent = pieces.map(({ text }) => text).join("");
      expect(sent.startsWith(heardPart(sent, before + sent, pieces))).toBe(true);
    }),
  );
});

test.each([
  ["MODEL_FAILED", "unreachable", false, "model_trouble"],
  ["MODEL_FAILED", "length", true, undefined],
  ["MODEL_FAILED", "length", false, "model_trouble"],
  ["BUSY", "", false, "memory_slow"],
  ["INTERNAL", "", false, "failed"],
])("errorPhrase() for %s %s, heard: %s", (code, reason, wasHeard, expected) => {
  expect(errorPhrase({ type: "error", code, message: "x", data: { reason } }, wasHeard)).toBe(
    expected,
  );
});

test("errorPhrase() knows a full disk", () => {
  const message = "Cannot write: ENOSPC: no space left on device";
  expect(errorPhrase({ type: "error", code: "SESSION_FAILED", message }, false)).toBe("disk_full");
});
