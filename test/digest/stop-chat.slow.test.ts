import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, lociCommand, lociJson } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const fact = "We decided to call the boat Zq17x";
const digested = {
  type: "digest",
  status: "digested",
  outcomes: [{ status: "learned", text: fact }],
};
const waiting = { type: "digest", status: "waiting" };
/** A process that is asked to stop goes within this time (ms). */
const longest = 10_000;

interface Running {
  readonly child: ChildProcess;
  readonly events: () => unknown[];
  readonly complaints: () => string;
  /** Resolves when an event of this type was printed, of a message one of this role. */
  readonly saw: (type: string, role?: string) => Promise<void>;
  readonly closed: Promise<number | null>;
}

function start(root: string, command: string, env: Record<string, string> = {}): Running {
  const [node, main] = lociCommand;
  const args = ["--no-warnings", main, command, "--json", "--vault", root];
  const child = spawn(node, args, { cwd: "/", env: cleanEnv(env) });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {}); // It may end before it has read everything.
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const events = (): unknown[] =>
    out
      .split("\n")
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));
  const has = (type: string, role?: string): boolean =>
    events().some((event) => Object(event).type === type && Object(event).role === role);
  const saw = async (type: string, role?: string): Promise<void> => {
    await expect.poll(() => has(type, role), { timeout: 40_000, interval: 20 }).toBe(true);
  };
  return { child, events, complaints: () => err, saw, closed };
}

/** Asks a process to stop; its exit code, once it went in time. */
async function stop({ child, closed }: Running, signal: NodeJS.Signals = "SIGTERM") {
  const startedAt = Date.now();
  child.kill(signal);
  const code = await closed;
  expect(Date.now() - startedAt).toBeLessThan(longest);
  return code;
}

const vault = (): string => useVault({ "loci.yaml": "languages: [en]\n", "note.md": "# Note\n" });

/** A server that answers what is said, if at all, and never what is asked in the background. */
async function hanging({ replies }: { readonly replies: boolean }) {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.always = (request) =>
    replies && request.response_format === undefined ? "Fine." : { hang: true };
  const env = {
    LOCI_MODEL_PROVIDER: "openai",
    LOCI_MODEL_BASE_URL: server.url,
    LOCI_MODEL_NAME: "test-model",
    LOCI_SESSION_INACTIVITY_MS: "1000",
  };
  return { server, env };
}

/** A vault with a conversation that a crash left behind a while ago. */
async function vaultAfterCrash(): Promise<string> {
  const root = vault();
  const chat = start(root, "chat");
  chat.child.stdin?.write(`${fact}\n`);
  await chat.saw("message", "user");
  chat.child.kill("SIGKILL");
  await chat.closed;
  await sleep(1_000);
  return root;
}

test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
  "loci chat that gets %s digests what was said, and says that all is well",
  async (signal) => {
    const chat = start(vault(), "chat");
    chat.child.stdin?.write(`${fact}\n`);
    await chat.saw("message", "assistant");
    expect(await stop(chat, signal)).toBe(0);
    expect(chat.events().at(-1)).toMatchObject(digested);
    expect(chat.complaints()).toBe("");
  },
);

test("loci chat whose model hangs goes when it is asked to, and what was said waits on disk", async () => {
  const root = vault();
  const { env, server } = await hanging({ replies: false });
  const chat = start(root, "chat", env);
  chat.child.stdin?.write(`${fact}\n`);
  await chat.saw("message", "user");
  await expect.poll(() => server.requests.length, { timeout: 40_000 }).toBeGreaterThan(0);
  expect(await stop(chat)).toBe(0);
  expect(chat.events().at(-1)).toMatchObject(waiting);
  expect(chat.complaints()).toBe("");
  expect(await lociJson(["digest", "--vault", root])).toMatchObject([digested]);
});

test.each([
  ["at the end of its input", ""],
  ["at /end", "/end\n"],
])("loci chat whose model hangs %s, and at another conversation, goes too", async (_, last) => {
  const root = await vaultAfterCrash();
  const { env, server } = await hanging({ replies: true });
  const chat = start(root, "chat", env);
  await expect.poll(() => server.requests.length, { timeout: 40_000 }).toBeGreaterThan(0);
  chat.child.stdin?.write("I keep bees\n");
  await chat.saw("message", "assistant");
  if (last === "") chat.child.stdin?.end();
  else chat.child.stdin?.write(last);
  await sleep(300);
  expect(await stop(chat)).toBe(0);
  expect(chat.complaints()).toBe("");
  const rest = await lociJson(["digest", "--vault", root]);
  expect(rest).toContainEqual(expect.objectContaining({ status: "digested" }));
});

test("loci digest whose model hangs goes at once, and the conversation waits on disk", async () => {
  const root = await vaultAfterCrash();
  const { env, server } = await hanging({ replies: true });
  const digest = start(root, "digest", env);
  await expect.poll(() => server.requests.length, { timeout: 40_000 }).toBeGreaterThan(0);
  expect(await stop(digest)).toBe(1);
  expect(digest.events()).toMatchObject([waiting]);
});

test("loci chat whose reader has gone ends quietly, and what was said is digested later", async () => {
  const root = vault();
  const chat = start(root, "chat");
  chat.child.stdin?.write(`${fact}\n`);
  await chat.saw("message", "assistant");
  chat.child.stdout?.destroy();
  chat.child.stdin?.write("I keep bees\n");
  expect(await chat.closed).toBe(0);
  expect(chat.complaints()).toBe("");
  await sleep(1_000);
  const env = { LOCI_SESSION_INACTIVITY_MS: "1000" };
  const [event] = await lociJson(["digest", "--vault", root], { env });
  expect(event).toMatchObject({ status: "digested" });
  expect(Object(event).outcomes).toContainEqual(expect.objectContaining({ text: fact }));
});
