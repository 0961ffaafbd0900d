import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { serveBare } from "../git/remote/device.ts";
import { createPair } from "./devices.ts";

const token = "t0ken-of-a-test";

test("syncVault() goes over http to a real git server, past a race and a token that ended", async () => {
  const { server, bare, url } = await serveBare({ token });
  const env = { PATH: process.env.PATH, LOCI_SYNC_TOKEN: token };
  const { laptop, board } = await createPair({ "topics/a.md": "- a\n" }, url, env);
  expect(board.files()).toEqual(laptop.files());

  // Another device pushes between the list of refs and our push.
  laptop.append("topics/a.md", "- laptop\n");
  board.append("topics/a.md", "- board\n");
  let races = 1;
  server.beforeGit = async (point) => {
    if (point !== "push" || races-- !== 1) return;
    await laptop.sync();
  };
  const raced = await board.sync();
  server.beforeGit = undefined;
  expect(raced).toMatchObject({ committed: 1, pulled: 1, pushed: 2, merged: ["topics/a.md"] });

  // The token is revoked: what was written is committed, and sent when there is a new one.
  board.append("topics/a.md", "- no token\n");
  server.token = "another";
  await expect(board.sync()).rejects.toMatchObject({ data: { reason: "auth" } });
  expect(board.status()).toBe("");
  server.token = token;
  expect(await board.sync()).toMatchObject({ committed: 0, pushed: 1 });
  await laptop.sync();
  expect(laptop.files()).toEqual(board.files());
  for (const line of ["a", "laptop", "board", "no token"]) {
    expect(laptop.files()["topics/a.md"]?.split(`- ${line}\n`)).toHaveLength(2);
  }
  bare.fsck();
  const grep = (root: string): string =>
    execFileSync("sh", ["-c", `grep -rlF ${token} . || true`], { cwd: root, encoding: "utf8" });
  expect(grep(board.root) + grep(laptop.root)).toBe("");
}, 60_000);
