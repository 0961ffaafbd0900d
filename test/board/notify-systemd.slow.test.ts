import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { notifySystemd } from "../../src/cli/notify-systemd.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { useVault } from "../temp.ts";

/** A socket as systemd's, and what came in by it. Node cannot open one of this kind. */
const listener = `
  use IO::Socket::UNIX; $| = 1;
  my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die $!;
  print "listening\\n";
  while (defined $socket->recv(my $words, 4096)) { print map { "$_\\n" } split /\\n/, $words }`;

async function useSystemd(): Promise<{ socket: string; said: string[] }> {
  const folder = mkdtempSync("/tmp/loci-notify-"); // A socket's path may not be long.
  const socket = join(folder, "s");
  const said: string[] = [];
  const child = spawn("perl", ["-e", listener, socket]);
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  createInterface({ input: child.stdout }).on("line", (line) => void said.push(line));
  await until(() => said.includes("listening"));
  said.length = 0;
  return { socket, said };
}

async function until(holds: () => boolean, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error("it did not come to be in time");
    await wait(20);
  }
}

function useTold(env: Record<string, string>) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const reported: string[] = [];
  const ownEnv: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? "", ...env };
  const error = (sentence: string): void => void reported.push(sentence);
  notifySystemd({ env: ownEnv, error }, "7 files", stopping.signal);
  return { stopping, reported, env: ownEnv };
}

test("notifySystemd() says that it is ready, that it is well, and that it stops", async () => {
  const { socket, said } = await useSystemd();
  const { stopping, env, reported } = useTold({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: "1000000" });
  await until(() => said.filter((word) => word === "WATCHDOG=1").length >= 2);
  expect(said).toContain("READY=1");
  expect(said).toContain("STATUS=7 files");
  expect(env, "no child is to speak to systemd").toEqual({ PATH: process.env.PATH });
  stopping.abort();
  await until(() => said.includes("STOPPING=1"));
  const { length } = said;
  await wait(1_200);
  expect(said.slice(length).filter((word) => word === "WATCHDOG=1")).toEqual([]);
  expect(reported).toEqual([]);
});

test("notifySystemd() does nothing at all where systemd did not ask", async () => {
  const { said } = await useSystemd();
  const { env } = useTold({ WATCHDOG_USEC: "200000", NOTIFY_SOCKET: "" });
  await wait(500);
  expect(said).toEqual([]);
  expect(Object.keys(env)).toEqual(["PATH"]);
});

test("notifySystemd() says nothing of another process's health", async () => {
  const { socket, said } = await useSystemd();
  useTold({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: "200000", WATCHDOG_PID: "1" });
  await until(() => said.includes("READY=1"));
  await wait(600);
  expect(said).not.toContain("WATCHDOG=1");
});

test("notifySystemd() says once that systemd-notify is missing, and goes on", async () => {
  const folder = useVault({});
  const socket = join(folder, "s");
  const { reported } = useTold({ PATH: folder, NOTIFY_SOCKET: socket, WATCHDOG_USEC: "100000" });
  await until(() => reported.length > 0);
  await wait(500);
  expect(reported).toEqual([
    "Cannot tell systemd how Loci is (systemd-notify): spawn systemd-notify ENOENT",
  ]);
});

test("loci up under systemd tells that it is ready once it serves, and that it stops", async () => {
  const { socket, said } = await useSystemd();
  const root = useVault({ "loci.yaml": "languages: [en]\n", "topics/a.md": "# A\n\n- B\n" });
  const [node, main] = lociCommand;
  const env = cleanEnv({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: "1000000" });
  const up: ChildProcessWithoutNullStreams = spawn(
    node,
    [main, "up", "--port", "0", "--vault", root],
    { env },
  );
  onTestFinished(() => void up.kill("SIGKILL"));
  let noted = "";
  up.stderr.setEncoding("utf8").on("data", (text) => {
    noted += text;
  });
  await until(() => said.includes("WATCHDOG=1"), 40_000);
  expect(said.indexOf("READY=1")).toBe(0);
  expect(noted).toContain("Browser: http");
  up.kill("SIGTERM");
  await until(() => said.includes("STOPPING=1"));
  expect(noted).not.toContain("systemd");
});
