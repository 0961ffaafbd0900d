import { describe, expect, test } from "vitest";
import { applyDelta } from "../../../src/git/packs/apply-delta.ts";
import { createDelta, cutLines, cutTree } from "../../../src/git/packs/create-delta.ts";
import { fc } from "../../fast-check.ts";

describe("createDelta()", () => {
  test("gives what applyDelta() and git make the target of again", () => {
    const line = fc.constantFrom(
      "a\n",
      "bb\n",
      "c".repeat(300),
      "\n",
      "d",
      "é\n",
      "x".repeat(70_000),
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => Buffer.from(lines.join("")));
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
    for (const cut of [cutLines, cutTree]) {
      fc.assert(
        fc.property(fc.oneof(text, bytes), fc.oneof(text, bytes), (base, target) => {
          expect(applyDelta(base, createDelta(base, target, cut), 2 ** 24).equals(target)).toBe(
            true,
          );
        }),
        { numRuns: 300 },
      );
    }
  });

  test("of a large file that grew is small", () => {
    const base = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `- line ${n}\n`).join(""));
    const target = Buffer.concat([Buffer.from("- first\n"), base, Buffer.from("- last\n")]);
    const delta = createDelta(base, target, cutLines);
    expect(delta.length).toBeLessThan(100);
    expect(applyDelta(base, delta, 2 ** 24).equals(target)).toBe(true);
  });
});
