import { expect, test } from "vitest";
import { killEach } from "./kill-each.ts";

test("applyMove() killed after any change of the disk loses nothing, and recoverMove() finishes it", async () => {
  // A file that is open and still empty: faults.test.ts has that among the half-written ones.
  const deaths = await killEach("after", (call) => !call.startsWith("open"));
  expect(deaths).toBeGreaterThan(15);
}, 180_000);
