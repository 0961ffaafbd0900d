import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

test("loci sessions lists and shows what was said, and deletes it when told so", async () => {
  const root = useFixture("starter");
  const sessions = (...words: readonly string[]) =>
    runLoci(["sessions", ...words, "--vault", root]);
  const args = ["chat", "--person", "ana", "--vault", root];
  const [first] = await lociJson(args, { input: "I am allergic to zorblax\n" });
  const id = String(Object(first).id);
  expect((await sessions("list", "--person", "ana")).stdout).toMatch(
    new RegExp(`^${id} · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC · closed · ana · loci · text.*\n$`),
  );
  const shown = await sessions("show", id);
  expect(shown.stdout).toMatch(/^\d\d:\d\d ana: I am allergic to zorblax$/m);
  expect(shown.stdout).toMatch(/^\d\d:\d\d loci: /m);
  const unasked = await sessions("delete", id);
  expect([unasked.code, unasked.stderr]).toEqual([
    2,
    "Cannot ask whether to delete that: there is no terminal; --yes does it unasked\n",
  ]);
  const deleted = await sessions("delete", "--all", "--yes");
  expect([deleted.code, deleted.stdout.split("\n").slice(1)]).toEqual([
    0,
    ["Deleted: 1 conversation", ""],
  ]);
  expect((await sessions()).stdout).toBe("");
});
