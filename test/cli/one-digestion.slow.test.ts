import { execFileSync, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
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

const commits = (root: string): string[] =>
  execFileSync("git", ["-C", root, "log", "--reverse", "--format=%s"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .slice(1);

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

test.each([false, true])(
  "a conversation is one commit that says what was learned (loci up beside it: %s)",
  async (isUp) => {
    const root = await init();
    if (isUp) await startUp(root);
    const digests = await chat(root, [
      "remember that my sister Berta is allergic to tree nuts",
      "I decided to paint the kitchen blue",
    ]);
    expect(digests).toMatchObject([{ status: "digested", learned: [{}], saved: [{}] }]);
    expect(commits(root)).toEqual([
      expect.stringMatching(/^people\/ana\/general\/\d{4}-\d\d: created, learned 2$/),
    ]);
  },
);

async function startUp(root: string): Promise<void> {
  const [node, main] = lociCommand;
  const up = spawn(node, [main, "up", "--port", "0", "--vault", root], {
    env: cleanEnv({ LOCI_SITE_ENABLED: "false" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    const gone = new Promise((resolve) => up.once("close", resolve));
    up.kill("SIGTERM");
    await gone;
  });
  await new Promise((resolve) => {
    up.stdout.once("data", resolve);
    up.stderr.once("data", resolve);
  });
  // Its first round, three seconds after the start, takes along what another process wrote a moment ago.
  const isThrough = (): boolean => existsSync(join(root, ".loci/sync.json"));
  await expect.poll(isThrough, { timeout: 30_000, interval: 100 }).toBe(true);
}
