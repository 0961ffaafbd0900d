import { spawnSync } from "node:child_process";
import fs, { readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
import { createPair, type Device, expectSame, list } from "./devices.ts";
import { openRepo } from "./repo.ts";

async function createStart(): Promise<{ remote: string; laptop: Device; board: Device }> {
  const pair = await createPair({ "topics/a.md": list("a"), "topics/b.md": list("b") });
  pair.laptop.append("topics/a.md", list("laptop"));
  await pair.laptop.sync();
  pair.board.append("topics/b.md", list("board"));
  return pair;
}

/** Every open of one file fails as on a disk with a bad sector. */
function breakFile(path: string): void {
  const { open } = fs.promises;
  const { openSync } = fs;
  const fail = (file: unknown): void => {
    if (String(file).endsWith(path))
      throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  };
  fs.promises.open = async (...args) => {
    fail(args[0]);
    return open(...args);
  };
  fs.openSync = (...args) => {
    fail(args[0]);
    return openSync(...args);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs.promises, { open });
    Object.assign(fs, { openSync });
    syncBuiltinESMExports();
  });
}

test("syncVault() with a file that cannot be read says which, and takes nothing for deleted", async () => {
  const { laptop, board } = await createStart();
  board.write("topics/bad.md", list("on a bad sector"));
  breakFile("topics/bad.md");
  const ended = await board.sync().catch((error: unknown) => error);
  const told = ended instanceof Error ? ended.message : JSON.stringify(ended);
  expect(told).toContain("topics/bad.md");
  await laptop.sync();
  expect(laptop.files()["topics/b.md"]).toBe(list("b", "board"));
});

const noNamespaces = spawnSync("unshare", ["-pf", "--mount-proc", "true"]).status !== 0;

describe.skipIf(noNamespaces)("loci sync in a container with process numbers of its own", () => {
  const [node, main] = lociCommand;
  const preload = resolve(import.meta.dirname, "../workers/die-at.ts");
  const inside = ({ root }: Device, dieAt: number) =>
    spawnSync(
      "unshare",
      [
        ...["-pf", "--mount-proc", "sh", "-c", '"$@"; true', "sh"], // The first process of all cannot be killed.
        ...[node, "--import", preload, main, "sync", "--vault", root],
      ],
      { env: cleanEnv({ LOCI_DIE_AT: `${dieAt}+` }), encoding: "utf8", timeout: 20_000 },
    );

  test.each([20, 45, 70, 85])("killed there at call %i, it goes on outside", async (dieAt) => {
    const { remote, laptop, board } = await createStart();
    inside(board, dieAt);
    const done = await runLoci(["sync", "--vault", board.root]);
    expect(done.code, done.stderr).toBe(0);
    await expectSame([board, laptop], ["a", "b", "laptop", "board"]);
    expect(readdirSync(join(board.root, ".git")).filter((x) => x.endsWith(".lock"))).toEqual([]);
    openRepo(remote).fsck();
  });
});
