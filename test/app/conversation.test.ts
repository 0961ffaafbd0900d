import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { undo } from "../undo.ts";
import { collect, useLoci } from "../use-loci.ts";

/** Every entry line of the vault, as it stands. */
function lines(loci: Loci): string[] {
  return listFiles(loci.root).files.flatMap(({ path }) =>
    readFileSync(join(loci.root, path), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("- ")),
  );
}

test("converse() does not learn again what the person took back", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn("Remember that the dentist is on Monday"));
  expect(await undo(loci)).toMatchObject({
    what: expect.stringMatching(/general.*: created, learned 1$/),
  });
  const digest = await conversation.end();
  expect(digest).toMatchObject({ status: "nothing", outcomes: [{ status: "kept" }] });
  expect(lines(loci)).toEqual([]);
});
