import { expect, test } from "vitest";
import { segmentOf } from "../../../site/vault/urls.ts";

test.each([`${"a".repeat(59)}𝒜b`, "漢".repeat(100), "𝒜".repeat(100)])(
  "the address of %j is whole letters, and a name that a disk takes",
  (name) => {
    const segment = segmentOf(name);
    expect(segment.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
    expect(decodeURIComponent(encodeURIComponent(segment))).toBe(segment);
  },
);
