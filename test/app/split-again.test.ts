import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChatRequest } from "../models/chat-rules.ts";
import { watchVault } from "../watched-vault.ts";

const lines = Array.from({ length: 24 }, (_, i) => `- Rice number ${i} is for dish ${i}`);
const files = { "topics/rice.md": `# Rice\n\n${lines.join("\n")}\n` };
const env = { LOCI_SPLIT_ENTRIES: "10" };
const said = "Remember that my rice number 99 is for dish 99";
const text = "My rice number 99 is for dish 99";

function halves({ messages }: ChatRequest) {
  const labels = [...(messages.at(-1)?.content ?? "").matchAll(/"label":"(\w+)"/g)].map(
    ([, label = ""]) => label,
  );
  return {
    json: {
      subtopics: [
        { name: "plain", summary: "plain", entries: labels.slice(0, 12) },
        { name: "fine", summary: "fine", entries: labels.slice(12) },
      ],
    },
  };
}

test("remember past the limit splits the topic, and a split that was called off at the end is done at the next start", async () => {
  let hangs = true;
  const vault = await watchVault(
    files,
    {
      reply: (_, nth) =>
        nth === 0
          ? { toolCalls: [{ name: "remember", arguments: { text, topic: "rice" } }] }
          : "Fine.",
      split: (request) => (hangs ? { hang: true } : halves(request)),
    },
    { env },
  );
  const first = await vault.open();
  const conversation = await first.converse();
  for await (const _ of conversation.turn(said));
  await first.close({ timeoutMs: 50 });
  expect(vault.asked("split")).toHaveLength(1);
  expect(existsSync(join(vault.root, "topics/rice-plain.md"))).toBe(false);
  hangs = false;
  const next = await vault.open();
  for await (const _ of next.digest.now());
  await next.close();
  const topics = readdirSync(join(vault.root, "topics"));
  expect(topics).toEqual(expect.arrayContaining(["rice-fine.md", "rice-plain.md"]));
});
