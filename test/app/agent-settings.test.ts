import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { watchVault } from "../watched-vault.ts";

const settings = [
  "timezone: Europe/Madrid",
  "agents:",
  "  chef: { persona: You are the cook., bank: Interests, banks: [Interests] }",
  "  head-guide:",
  "    persona: |",
  "      You are the guide.",
  "      You know trains.",
].join("\n");
const files = { "loci.yaml": `${settings}\n`, "topics/rice.md": "- Bomba rice for paella\n" };

async function collect(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const promptOf = (request: ChatRequest | undefined): string =>
  String(request?.messages[0]?.content ?? "");
test("agents() tells what is public of each, the first before the others", async () => {
  const made = await watchVault({ ...files, "agents/chef/agent.md": "You hate zorblax.\n" });
  expect((await made.open()).agents()).toEqual([
    {
      ...{ id: "loci", name: "Loci", banks: [], bank: "General", isFirst: true },
      about: expect.stringMatching(/^You are Loci, /),
    },
    {
      ...{ id: "chef", name: "Chef", about: "You are the cook.", banks: ["Interests"] },
      ...{ bank: "Interests", isFirst: false },
    },
    {
      ...{ id: "head-guide", name: "Head Guide", about: "You are the guide.", banks: [] },
      ...{ bank: "General", isFirst: false },
    },
  ]);
});

test("agents/ID/agent.md says more of who an agent is, as it stands now, and is not a memory", async () => {
  const file = "agents/chef/agent.md";
  const made = await watchVault({
    ...files,
    [file]: "---\ntitle: Cook zorblaxtitle\n---\n\n# Cook\n\n- You never waste zorblax\n",
  });
  const loci = await made.open();
  const conversation = await loci.converse({ agent: "chef" });
  await collect(conversation.say("What about zorblax?"));
  expect(promptOf(made.asked("reply").at(-1))).toMatch(
    /^You are the cook\.\n\n# Cook\n\n- You never waste zorblax\n\n/,
  );
  expect(promptOf(made.asked("reply").at(-1))).not.toContain("zorblaxtitle");
  const chef = { agent: "chef" };
  expect((await loci.memory.recall("zorblax", { viewer: chef })).hits).toEqual([]);
  expect(JSON.stringify(await loci.memory.topics(chef))).not.toContain("agent");
  expect(await loci.memory.find("You never waste zorblax", chef)).toEqual([]);
  writeFileSync(join(made.root, file), "You love saffron.\n");
  await collect(conversation.say("And now?"));
  expect(promptOf(made.asked("reply").at(-1))).toContain("You are the cook.\n\nYou love saffron.");
  await collect(conversation.say("/agent loci"));
  await collect(conversation.say("And now?"));
  expect(promptOf(made.asked("reply").at(-1))).not.toContain("saffron");
});

test("an agent.md that leads out of the vault is left out, and that is said", async () => {
  const made = await watchVault({
    ...files,
    "agents/chef/topics/x.md": "- X\n",
  });
  symlinkSync(join(made.around, "etc", "passwd"), join(made.root, "agents/chef/agent.md"));
  const conversation = await (await made.open()).converse({ agent: "chef" });
  await collect(conversation.say("Hello"));
  expect(promptOf(made.asked("reply").at(-1))).not.toContain("root");
  expect(made.reports).toEqual([
    expect.stringMatching(/^Went on without agents\/chef\/agent\.md: .*symbolic link/),
  ]);
});

test("the prompt says the date and the time where the person is, by the clock that was passed in", async () => {
  const made = await watchVault(files);
  await collect((await (await made.open()).converse()).say("What time is it?"));
  const now = "Today is Thursday, 2026-02-12; it is 13:00 now.";
  expect(promptOf(made.asked("reply").at(-1))).toContain(now);
});
