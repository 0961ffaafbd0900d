import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServe } from "../cli/running-serve.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { startChatServer } from "../models/chat-server.ts";
import { configFolder } from "../run-loci.ts";
import { useFixture } from "../temp.ts";
import { nothingFound } from "../watched-vault.ts";

const isChefs = ({ messages }: Pick<ChatRequest, "messages">): boolean =>
  JSON.stringify(messages[0]).includes("You are the cook.");

/** A vault with a cook, whose models answer as the test says, to be served again and again. */
async function useKitchen() {
  const models = await startChatServer();
  onTestFinished(() => models.close());
  const root = useFixture("starter");
  writeFileSync(join(root, "loci.yaml"), "agents: { chef: { persona: You are the cook. } }\n");
  const env = {
    LOCI_MODEL_BASE_URL: models.url,
    LOCI_MODEL_NAME: "test-model",
  };
  const serve = async () => {
    const { address, stop } = await startServe(root, env);
    const token = readFileSync(join(configFolder, "token"), "utf8").trim();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const ask = (method: string, path: string, body?: object) =>
      fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const json = async (method: string, path: string, body?: object) =>
      Object(await (await ask(method, path, body)).json());
    const events = async (path: string, body?: object) => {
      const text = await (await ask("POST", path, body)).text();
      return [...text.matchAll(/^data: (\{"type".*)$/gm)].map(([, one = ""]) => JSON.parse(one));
    };
    return { stop, ask, json, events };
  };
  return { models, serve };
}

test("over HTTP a hand-off, its slots and threads outlive kill -9, and one thread is cleared alone", async () => {
  const { models, serve } = await useKitchen();
  const toolCalls = [
    { name: "set_slot", arguments: { name: "guests", value: "6" } },
    { name: "hand_off", arguments: { agent: "chef", context: "Six eat" } },
  ];
  models.always = (chat) => nothingFound(chat) ?? (isChefs(chat) ? { hang: true } : { toolCalls });
  const first = await serve();
  const { session } = await first.json("POST", "/api/sessions", { person: "ana" });
  const at = `/api/sessions/${session.id}`;
  void first
    .ask("POST", "/api/chat", { message: "how much rice?", session: session.id })
    .then(
      (answer) => answer.text(),
      () => {},
    )
    .catch(() => {});
  await expect.poll(() => models.requests.some(isChefs), { timeout: 40_000 }).toBe(true);
  await first.stop("SIGKILL");

  models.always = (chat) => nothingFound(chat) ?? (isChefs(chat) ? "600 g." : "Hello.");
  const second = await serve();
  const { context } = await second.json("GET", `${at}/context`);
  expect(context).toMatchObject({
    ...{ handoff: { from: "loci", context: "Six eat" }, slots: { guests: "6" }, agents: ["loci"] },
    slotHistory: [{ name: "guests", from: "", to: "6", agent: "loci" }],
  });
  const events = await second.events(`${at}/hand-off`);
  expect(events).toContainEqual({ type: "handoff", from: "loci", to: "chef" });
  expect(events).toContainEqual(expect.objectContaining({ role: "assistant", content: "600 g." }));
  expect(await second.events(`${at}/hand-off`)).toEqual([]);
  const { messages } = await second.json("GET", `${at}/messages`);
  expect(messages.at(-1)).toMatchObject({ agent: "chef", content: "600 g." });

  const cleared = await second.json("DELETE", `${at}/thread?agent=chef`);
  expect(cleared.messages).toBeGreaterThan(0);
  const left = (await second.json("GET", `${at}/messages`)).messages;
  expect(left.map(({ agent }: { agent: string }) => agent)).not.toContain("chef");
  expect(left[0]).toMatchObject({ role: "user", content: "how much rice?" });
  expect(await second.json("DELETE", `${at}/thread?agent=nobody`)).toMatchObject({
    error: { code: "NOT_FOUND" },
  });
  expect(await second.stop()).toBe(0);
});
