import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("loci doctor names a bank that an agent prefers and that is not there, with the nearest one", async () => {
  const root = useVault({
    "loci.yaml": "agents:\n  clerk:\n    persona: You are Clerk.\n    banks: [Wrok, health]\n",
    "topics/a.md": "- A line\n",
    "agents/clerk/agent.md": "- You file papers zorblax\n",
  });
  const { code, stdout } = await runLoci(["doctor", "--json", "--vault", root]);
  expect(code).toBe(1);
  const unknown = expect.objectContaining({
    code: "UNKNOWN_BANK",
    message:
      'The agent "clerk" names the bank "Wrok" (agents.clerk.bank or .banks), which is not there',
    fix: 'Correct it, or add it to banks: did you mean "Work"?',
  });
  const { problems } = JSON.parse(stdout);
  expect(problems).toContainEqual(unknown);
  expect(problems).not.toContainEqual(
    expect.objectContaining({ message: expect.stringContaining("health") }),
  );
  expect(
    await lociJson(["recall", "zorblax papers", "--all-people", "--vault", root]),
  ).toMatchObject([{ hits: [] }]);
});

test("a default bank that is none of the banks is named, with those that are", async () => {
  const root = useVault({ "loci.yaml": "defaultBank: Generl\n" });
  const { stderr } = await runLoci(["show", "--vault", root]);
  expect(stderr).toContain('defaultBank "Generl" is none of the banks: Personal, Work, General');
});
