import { expect, test } from "vitest";
import { bytesOf } from "./private-talk.ts";
import { useLoci } from "./use-loci.ts";

const said = [
  "The wifi password for guests is bluefish22",
  "The wifi password is on the card. It's bluefish22",
  "password: bluefish22",
];

type Tell = (loci: Awaited<ReturnType<typeof useLoci>>, text: string) => Promise<unknown>;

const doors: readonly (readonly [string, Tell])[] = [
  ["loci remember, and POST /api/facts", (loci, text) => loci.memory.remember([{ text }])],
  [
    "MCP's remember",
    async (loci, text) => (await loci.forModels({ isAtHome: true })).remember({ text }),
  ],
  [
    "a conversation that is digested",
    async (loci, text) => {
      const conversation = await loci.converse();
      for await (const _ of conversation.turn(text));
      const digest = await conversation.end();
      expect(digest?.leftOut ?? []).toEqual([]);
    },
  ],
];

/** A password that a person tells is saved and marked as secret, through whichever door it comes, and nothing says it again. */
test.each(said.flatMap((text) => doors.map(([door, tell]) => [text, door, tell] as const)))(
  "%j told by %s",
  async (text, _, tell) => {
    const loci = await useLoci();
    await tell(loci, text);
    const lines = bytesOf(loci.root)
      .split("\n")
      .filter((line) => /^\s*- .*bluefish22/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^- .* \[sensitivity:: secret\]$/)]);
  },
);
