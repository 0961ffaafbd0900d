import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../models/chat-server.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

async function init(): Promise<string> {
  const root = join(useTempFolder(), "vault");
  expect((await runLoci(["init", root])).code).toBe(0);
  rmSync(join(root, "topics/welcome.md"));
  return root;
}

/** One conversation from a pipe; the types of its events' fields are the model's own. */
async function chat(root: string, said: readonly string[], env: Record<string, string> = {}) {
  const input = `${said.join("\n")}\n/end\n`;
  const { stdout } = await runLoci(["chat", "--json", "--vault", root, "--person", "ana"], {
    input,
    env,
  });
  const events = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return events.filter(({ type }) => type === "digest");
}

test("a piped conversation ends with one digest event, and a failing model is asked once", async () => {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.always = ({ response_format: format }) =>
    format?.type === "json_schema" && format.json_schema.name === "conclusions"
      ? { status: 400 }
      : "Fine.";
  const env = {
    LOCI_MODEL_PROVIDER: "openai",
    LOCI_MODEL_BASE_URL: server.url,
    LOCI_MODEL_NAME: "test-model",
    LOCI_DETECT_MODEL_PROVIDER: "offline",
  };
  for (let run = 1; run <= 4; run++) {
    const root = await init();
    server.requests.length = 0;
    const digests = await chat(root, ["I decided to paint the kitchen blue"], env);
    const asked = server.requests.filter(
      ({ response_format: format }) =>
        format?.type === "json_schema" && format.json_schema.name === "conclusions",
    );
    expect([run, digests.map(({ status }) => status), asked.length]).toEqual([run, ["waiting"], 1]);
  }
});
