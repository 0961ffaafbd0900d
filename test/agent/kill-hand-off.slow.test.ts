import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { useFixture } from "../temp.ts";
import { nothingFound } from "../watched-vault.ts";

const isChefs = ({ messages }: Pick<ChatRequest, "messages">): boolean =>
  JSON.stringify(messages[0]).includes("You are the cook.");

/**
 * A conversation in a process of its own: Loci notes a slot, looks something up and hands over; the cook is asked and never
 * answers, and there the process is killed. Returns its session, and what it takes to go on.
 */
async function killAtHandOff() {
  const models = await startChatServer();
  onTestFinished(() => models.close());
  const root = useFixture("starter");
  const env = cleanEnv({
    LOCI_MODEL_BASE_URL: models.url,
    LOCI_MODEL_NAME: "test-model",
  });
  writeFileSync(join(root, "loci.yaml"), "agents: { chef: { persona: You are the cook. } }\n");
  const toolCalls = [
    { name: "set_slot", arguments: { name: "guests", value: "6" } },
    { name: "recall", arguments: { query: "paella" } },
    { name: "hand_off", arguments: { agent: "chef", context: "Six eat" } },
  ];
  models.always = (chat) => nothingFound(chat) ?? (isChefs(chat) ? { hang: true } : { toolCalls });
  const [node, main] = lociCommand;
  const child = spawn(node, [main, "chat", "--json", "--vault", root], {
    ...{ cwd: "/", env, stdio: ["pipe", "pipe", "inherit"] },
  });
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stdin?.write("how much rice?\n");
  await expect.poll(() => models.requests.some(isChefs), { timeout: 40_000 }).toBe(true);
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
  models.always = (chat) => nothingFound(chat) ?? (isChefs(chat) ? "600 g." : "Hello.");
  const open = async () => {
    const loci = await openLoci({ root, env, now: () => Date.now(), report: () => {} });
    onTestFinished(() => loci.close());
    return loci;
  };
  const id = /"type":"session","id":"(\w+)"/.exec(out)?.[1] ?? "";
  const askedOfChef = () => models.requests.filter(isChefs).at(-1)?.messages ?? [];
  return { id, open, askedOfChef };
}

test("a hand-off waits through kill -9, and what waits is answered with what is said next", async () => {
  const { id, open, askedOfChef } = await killAtHandOff();
  const loci = await open();
  const { session, context } = await loci.sessions.read(id);
  expect(session.agent).toBe("chef");
  expect(context).toMatchObject({
    agents: ["loci"],
    handoff: { from: "loci", context: "Six eat" },
    slots: { guests: "6" },
    slotHistory: [{ name: "guests", from: "", to: "6", agent: "loci", message: 1 }],
    toolOutputs: expect.arrayContaining([
      expect.objectContaining({ agent: "loci", tool: "recall" }),
    ]),
  });

  const conversation = await loci.converse({ resume: id });
  for await (const _ of conversation.say("are you there?"));
  const [system, ...thread] = askedOfChef();
  expect(thread).toEqual([{ role: "user", content: "how much rice?\n\nare you there?" }]);
  expect(system?.content).toContain('{"from":"loci","context":"Six eat"}');
  expect(system?.content).toContain('{"name":"guests","value":"6"}');
  const after = await loci.sessions.read(id);
  expect(after.context).toMatchObject({ handoff: null, agents: ["loci", "chef"] });
  expect(after.messages.at(-1)).toMatchObject({ agent: "chef", content: "600 g." });
});
