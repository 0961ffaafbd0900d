import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { type GitHttpServer, serveGitHttp } from "../git/servers/serve-git-http.ts";
import { useTempFolder } from "../temp.ts";
import { type Device, openDevice } from "./devices.ts";
import { openRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

const token = "t0ken-of-a-test";

async function startServer(): Promise<{ server: GitHttpServer; url: string; bare: string }> {
  const root = useTempFolder();
  const bare = join(root, "vault.git");
  mkdirSync(bare);
  openRepo(bare).git("init", "-q", "--bare", "-b", "main");
  openRepo(bare).git("config", "http.receivepack", "true");
  const server = await serveGitHttp({ root, token });
  onTestFinished(() => server.close());
  return { server, url: `${server.origin}/vault.git`, bare };
}

const withToken = { env: { PATH: process.env.PATH, LOCI_SYNC_TOKEN: token } };

async function joinAs(name: string, url: string): Promise<Device> {
  const root = useTempFolder();
  await joinRemote({ ...syncRequest(root, withToken), device: name, url });
  return openDevice(name, root);
}

test("syncVault() goes over http to a real git server, past races, cuts and a token that ended", async () => {
  const { server, url, bare } = await startServer();
  const laptop = await joinAs("laptop", url);
  laptop.write(".gitignore", ".loci/\n");
  laptop.write("topics/a.md", "- a\n");
  expect(await laptop.sync(withToken)).toMatchObject({ committed: 1, pushed: 1, remote: url });
  const board = await joinAs("board", url);
  expect(board.files()).toEqual(laptop.files());

  // Another device pushes between the list of refs and our push.
  laptop.append("topics/a.md", "- laptop\n");
  board.append("topics/a.md", "- board\n");
  let races = 1;
  server.beforeGit = async (point) => {
    if (point !== "push" || races-- !== 1) return;
    await laptop.sync(withToken);
  };
  const raced = await board.sync(withToken);
  server.beforeGit = undefined;
  expect(raced).toMatchObject({ committed: 1, pulled: 1, pushed: 2, merged: ["topics/a.md"] });

  // The answer to a push is lost: the remote has it all the same.
  board.append("topics/a.md", "- lost answer\n");
  server.fault = { on: "push", cutAfter: 0, once: true };
  await expect(board.sync(withToken)).rejects.toMatchObject({ code: "SYNC_FAILED" });
  expect(await board.sync(withToken)).toMatchObject({ committed: 0, pushed: 0 });

  // The token is revoked: what was written is committed, and sent when there is a new one.
  board.append("topics/a.md", "- no token\n");
  server.token = "another";
  await expect(board.sync(withToken)).rejects.toMatchObject({ data: { reason: "auth" } });
  expect(board.status()).toBe("");
  server.token = token;
  expect(await board.sync(withToken)).toMatchObject({ committed: 0, pushed: 1 });
  await laptop.sync(withToken);
  expect(laptop.files()).toEqual(board.files());
  for (const line of ["a", "laptop", "board", "lost answer", "no token"]) {
    expect(laptop.files()["topics/a.md"]?.split(`- ${line}\n`)).toHaveLength(2);
  }
  openRepo(bare).git("fsck", "--strict", "--no-dangling");
  const grep = (root: string): string =>
    execFileSync("sh", ["-c", `grep -rlF ${token} . || true`], { cwd: root, encoding: "utf8" });
  expect(grep(board.root) + grep(laptop.root)).toBe("");
}, 60_000);
