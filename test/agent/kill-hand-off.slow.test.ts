import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, lociCommand, lociJson } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

test("a request that was handed over waits through kill -9 for the new agent's first reply", async () => {
  const models = await startChatServer();
  onTestFinished(() => models.close());
  const root = useFixture("starter");
  const env = {
    LOCI_MODEL_BASE_URL: models.url,
    LOCI_MODEL_NAME: "test-model",
    LOCI_MODEL_DETECT: "offline",
    LOCI_MODEL_EXTRACT: "offline",
  };
  writeFileSync(join(root, "loci.yaml"), "agents: { chef: { persona: You are the cook. } }\n");
  const isChefs = ({ messages }: { messages: readonly { content?: unknown }[] }): boolean =>
    JSON.stringify(messages[0]).includes("You are the cook.");
  const handOff = { name: "hand_off", arguments: { agent: "chef", context: "Six eat" } };
  let isHanging = true;
  models.always = (chat) => {
    if (!isChefs(chat)) return { toolCalls: [handOff] };
    return isHanging ? { hang: true } : "600 g.";
  };
  const [node, main] = lociCommand;
  const child = spawn(node, [main, "chat", "--json", "--vault", root], {
    cwd: "/",
    env: cleanEnv(env),
    stdio: ["pipe", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stdin.write("how much rice?\n");
  await expect.poll(() => models.requests.some(isChefs), { timeout: 40_000 }).toBe(true);
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
  const id = /"type":"session","id":"(\w+)"/.exec(out)?.[1] ?? "";

  isHanging = false;
  const resume = ["chat", "--session", id, "--vault", root];
  const events = await lociJson(resume, { input: "are you there?\n", env });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "message", role: "assistant", agent: "chef" }),
  );
  const [system, ...thread] = models.requests.filter(isChefs).at(-1)?.messages ?? [];
  expect(thread).toEqual([{ role: "user", content: "how much rice?\n\nare you there?" }]);
  expect(JSON.stringify(system)).toContain("Six eat");
});
