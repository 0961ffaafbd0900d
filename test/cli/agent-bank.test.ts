import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test.each([
  ["clerk", "Work"],
  ["loci", "General"],
])("what is told to %s to remember is of the bank %s", async (agent, bank) => {
  const root = useVault({
    "loci.yaml": "agents: { clerk: { persona: You are Clerk., bank: work } }\n",
  });
  const input = "Remember that the printer needs cyan ink\n";
  await runLoci(["chat", "--vault", root, "--agent", agent], { input });
  const [found] = await lociJson(["recall", "printer ink", "--vault", root]);
  expect(found).toMatchObject({ hits: [{ bank }] });
});
