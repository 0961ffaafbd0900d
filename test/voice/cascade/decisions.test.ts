import { expect, test } from "vitest";
import { heardPart, heardText } from "../../../src/voice/cascade/reply-text.ts";

test("heardPart() is what was heard of the last answer alone", () => {
  const pieces = [
    { text: "Let me look.", spoken: "Let me look." },
    { text: "\n\nYou live in **Reus**. ", spoken: "You live in Reus." },
    { text: "It is", spoken: "It is" },
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
