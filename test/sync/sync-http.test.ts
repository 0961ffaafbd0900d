import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { serveBare } from "../git/remote/device.ts";
import { createPair, expectSame } from "./devices.ts";

const token = "t0ken-of-a-test";

const ways = [process.env.PATH, "/nonexistent"];
const name = "syncVault() goes over http, past a race, and leaves its token nowhere: PATH %s";

test.each(ways)(name, { timeout: 60_000 }, async (PATH) => {
  const { server, bare, url } = await serveBare({ token });
  const env = { PATH, LOCI_SYNC_TOKEN: token };
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
  await expectSame([board, laptop], ["a", "laptop", "board"]);
  bare.fsck();
  const grep = (root: string): string =>
    execFileSync("sh", ["-c", `grep -rlF ${token} . || true`], { cwd: root, encoding: "utf8" });
  expect(grep(board.root) + grep(laptop.root)).toBe("");
});
