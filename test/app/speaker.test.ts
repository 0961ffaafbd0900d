import { expect, test } from "vitest";
import type { Chat } from "../../src/agent/conversation/chat.ts";
import { viewerOn } from "../../src/memory/people.ts";
import { showTopic } from "../../src/memory/topics.ts";
import { watchVault } from "../watched-vault.ts";

const files = {
  "topics/home.md":
    "- The key hangs by the door openword\n- Hides a ring ringword [person:: ben]\n",
  "people/ben/topics/gifts.md": "# Gifts\n\n- Bought a bicycle bikeword\n",
  "people/ana/topics/music.md": "# Music\n\n- Plays the flute fluteword\n",
};

async function say(conversation: Chat, words: string): Promise<void> {
  for await (const _ of conversation.turn(words));
}

const promptsOf = (requests: readonly { readonly messages: object }[]): string =>
  JSON.stringify(requests.map(({ messages }) => messages));

test("a conversation of one person knows nothing of what another said and saw", async () => {
  const { open, asked } = await watchVault(files);
  const loci = await open();
  const bens = await loci.converse({ person: "ben" });
  await say(bens, "which bicycle did I buy? zorblax");
  for await (const _ of bens.say("/topic gifts"));
  const before = asked("reply").length;
  const anas = await loci.converse({ person: "ANA" });
  await say(anas, "which bicycle, which ring, which flute?");
  expect(anas.session()).toMatchObject({ person: "ana", topic: null });
  const seen = promptsOf(asked("reply").slice(before));
  expect(seen).toContain("fluteword");
  expect(seen).not.toMatch(/bikeword|ringword|zorblax/);
});

test("nobody named does not go on with the conversation of somebody", async () => {
  const { open } = await watchVault(files);
  const loci = await open();
  const bens = await loci.converse({ person: "ben" });
  await say(bens, "which bicycle did I buy?");
  await expect(loci.converse({ resume: true })).rejects.toThrow("none is open");
  await expect(loci.converse({ resume: true, person: "ana" })).rejects.toThrow("none is open");
  const { id } = bens.session();
  await expect(loci.converse({ resume: id, person: null })).rejects.toThrow("another person's");
  expect((await loci.converse({ resume: true, person: "ben" })).session().id).toBe(id);
});

test("who speaks on a device is its setting, for recall, lists and conversations, and a flag says otherwise", async () => {
  const { open, asked } = await watchVault(files, {}, { env: { LOCI_PERSON: "ben" } });
  const loci = await open();
  const recalled = async (request = {}) =>
    (await loci.memory.recall("bicycle ring flute key", { floor: 0, ...request })).hits
      .map(({ text }) => text)
      .join();
  expect(await recalled()).toMatch(/bikeword/);
  expect(await recalled()).toMatch(/openword/);
  expect(await recalled()).not.toMatch(/fluteword/);
  expect(await recalled({ person: "ana" })).not.toMatch(/bikeword|openword/);
  expect((await loci.memory.topics()).map(({ file }) => file).sort()).toEqual([
    "people/ben/topics/gifts.md",
    "topics/home.md",
  ]);
  expect((await showTopic(loci.vault, viewerOn(loci.vault), "home")).text).toContain("ringword");
  expect((await showTopic(loci.vault, { person: "ana" }, "home")).text).not.toContain("ringword");
  const conversation = await loci.converse();
  await say(conversation, "which bicycle?");
  expect(conversation.session().person).toBe("ben");
  expect(promptsOf(asked("reply"))).toContain("bikeword");
  expect((await loci.converse({ person: null })).session().person).toBeNull();
});
