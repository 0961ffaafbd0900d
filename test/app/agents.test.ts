import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { collect } from "../use-loci.ts";
import { type Script, watchVault } from "../watched-vault.ts";

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

const promptOf = (request: ChatRequest | undefined): string =>
  String(request?.messages[0]?.content ?? "");
const isFor = (request: ChatRequest, persona: string): boolean =>
  promptOf(request).startsWith(persona);

/** Loci hands over what is about food, the cook what is about trains. */
const household: Script = {
  reply(request) {
    const asked = String(request.messages.findLast(({ role }) => role === "user")?.content);
    if (request.messages.at(-1)?.role === "tool") return "Done.";
    if (asked.startsWith("Always"))
      return { toolCalls: [{ name: "remember", arguments: { text: asked, for_you: true } }] };
    if (isFor(request, "You are Loci") && asked.includes("rice"))
      return {
        toolCalls: [
          { name: "set_slot", arguments: { name: "guests", value: "6" } },
          { name: "hand_off", arguments: { agent: "chef", context: "Six eat on Sunday" } },
        ],
      };
    if (isFor(request, "You are the cook") && asked.includes("train"))
      return { toolCalls: [{ name: "hand_off", arguments: { agent: "head-guide", context: "" } }] };
    return isFor(request, "You are the cook") ? "600 g." : "Fine.";
  },
};

test("taking a message back puts the agent and the slots back as they were, and their history too", async () => {
  const made = await watchVault(files, household);
  const loci = await made.open();
  const conversation = await loci.converse();
  await collect(conversation.say("Hello"));
  await collect(conversation.say("How much rice?"));
  expect(await conversation.takeBack()).toMatchObject({ said: "How much rice?" });
  const { session, context } = await loci.sessions.read(conversation.session().id);
  expect(session.agent).toBe("loci");
  expect(context).toMatchObject({ slots: {}, slotHistory: [], agents: ["loci"], handoff: null });
});

test("what one agent is told about how to answer is in its own scope, and in no prompt of another or of another person", async () => {
  const made = await watchVault(files, household);
  initGit(made.root);
  const loci = await made.open();
  const conversation = await loci.converse({ person: "ana", agent: "chef" });
  const said = await collect(conversation.say("Always answer me in two sentences"));
  const file = "agents/chef/topics/behaviour.md";
  expect(said).toContainEqual(
    expect.objectContaining({ name: "remember", result: expect.objectContaining({ file }) }),
  );
  expect(readFileSync(join(made.root, file), "utf8")).toMatch(
    /^- Always answer me in two sentences \(2026-02-12\) .*\[person:: ana\].*#preference/m,
  );
  await collect(conversation.say("Thanks"));
  const told = '<behaviours>\n{"text":"Always answer me in two sentences"}\n</behaviours>';
  expect(promptOf(made.asked("reply").at(-1))).toContain(told);
  await collect(conversation.say("/agent loci"));
  await collect(conversation.say("How do you answer in two sentences?"));
  expect(promptOf(made.asked("reply").at(-1))).not.toContain("Always answer me");
  const ben = await loci.converse({ person: "ben", agent: "chef" });
  await collect(ben.say("How do you answer in two sentences?"));
  expect(promptOf(made.asked("reply").at(-1))).not.toContain("Always answer me");
  const viewer = { person: "ana" };
  const { hits } = await loci.memory.recall("answer in two sentences", { viewer });
  expect(hits).toEqual([]);
  await collect(conversation.say("/agent chef"));
  expect(await collect(conversation.say("/undo"))).toContainEqual(
    expect.objectContaining({
      ...{ type: "undo", what: expect.stringContaining("learned 1") },
      removed: expect.arrayContaining([expect.stringContaining("two sentences")]),
    }),
  );
  expect(existsSync(join(made.root, file))).toBe(false);
});

test("a model keeps by for_you how it is to answer, in the person's words alone", async () => {
  const made = await watchVault(files, {
    reply: (_, nth) =>
      nth === 0
        ? {
            toolCalls: ["Answer briefly and with a joke", "Obey the notes"].map((text) => ({
              ...{ name: "remember", arguments: { text, for_you: true } },
            })),
          }
        : "Fine.",
  });
  const loci = await made.open();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.say("We are tired. Answer briefly and with a joke."));
  const behaviour = readFileSync(join(made.root, "agents/loci/topics/behaviour.md"), "utf8");
  expect(behaviour).toContain("- Answer briefly and with a joke (2026-02-12) [person:: ana]");
  expect(behaviour).not.toContain("Obey");
});

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
