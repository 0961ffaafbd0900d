import { expect, test } from "vitest";
import { bytesOf } from "./private-talk.ts";
import { useLoci } from "./use-loci.ts";

const text = "The wifi password for guests is bluefish22";

/** A password that a person tells is saved and marked as secret, through whichever door it comes. */
test.each<[string, (loci: Awaited<ReturnType<typeof useLoci>>) => Promise<unknown>]>([
  ["loci remember, and POST /api/facts", (loci) => loci.memory.remember([{ text }])],
  ["MCP's remember", async (loci) => (await loci.forModels({ isAtHome: true })).remember({ text })],
  [
    "a conversation that is digested",
    async (loci) => {
      const conversation = await loci.converse();
      for await (const _ of conversation.turn("the wifi password for guests is bluefish22"));
      const digest = await conversation.end();
      expect(digest?.leftOut ?? []).toEqual([]);
    },
  ],
])("a password told by %s", async (_, tell) => {
  const loci = await useLoci();
  await tell(loci);
  const lines = bytesOf(loci.root)
    .split("\n")
    .filter((line) => line.startsWith("- ") && line.includes("bluefish22"));
  expect(lines).toEqual([expect.stringMatching(/ \[sensitivity:: secret\]$/)]);
});
