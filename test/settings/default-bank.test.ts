import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("a default bank that is none of the banks is named, with those that are", async () => {
  const root = useVault({ "loci.yaml": "defaultBank: Generl\n" });
  const { stderr } = await runLoci(["show", "--vault", root]);
  expect(stderr).toContain('defaultBank "Generl" is none of the banks: Personal, Work, General');
});
