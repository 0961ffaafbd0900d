import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const settings = "agents:\n  clerk:\n    persona: You are Clerk.\n    bank: work\n";

test.each([
  ["clerk", "Work"],
  ["loci", "General"],
])("what is told to %s to remember is of the bank %s", async (agent, bank) => {
  const root = useVault({
    "loci.yaml": settings,
    "topics/sea.md": "# Sea\n\n- The sea is salty\n",
  });
  const chat = await runLoci(["chat", "--vault", root, "--agent", agent], {
    input: "Remember that the printer needs cyan ink\n",
  });
  expect(chat.code, chat.stderr).toBe(0);
  const { stdout } = await runLoci(["recall", "printer ink", "--json", "--vault", root]);
  expect(JSON.parse(stdout).hits[0]).toMatchObject({ bank });
});
