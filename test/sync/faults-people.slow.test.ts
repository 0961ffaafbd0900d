import { execFileSync } from "node:child_process";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { createPair, type Device, expectSame, list } from "./devices.ts";

describe("syncVault() when an agent remembers something while a person", () => {
  const remember = (device: Device, text: string) =>
    runLoci(["remember", text, "--topic", "cooking", "--vault", device.root]);

  test("renames the topic: it is in one of the two files", async () => {
    const { board, laptop } = await createPair({
      "topics/cooking.md": list("rice", "broth", "oven"),
    });
    const saying = remember(board, "Saffron in the paella");
    await sleep(150);
    renameSync(join(board.root, "topics/cooking.md"), join(board.root, "topics/kitchen.md"));
    expect((await saying).code).toBe(0);
    await board.sync();
    expect((await remember(laptop, "Bomba rice only")).code).toBe(0);
    await laptop.sync();
    await expectSame([board, laptop], ["rice", "broth", "oven"]);
    const all = Object.values(board.files()).join("");
    for (const text of ["Saffron in the paella", "Bomba rice only"])
      expect(all.split(text), text).toHaveLength(2);
  });

  test("deletes the topic: what was remembered after it is there, and nothing else", async () => {
    const { board, laptop } = await createPair({ "topics/cooking.md": list("rice", "broth") });
    rmSync(join(board.root, "topics/cooking.md"));
    expect((await remember(laptop, "Saffron in the paella")).code).toBe(0);
    await laptop.sync();
    await board.sync();
    await expectSame([board, laptop], [], ["rice", "broth"]);
    expect(board.read("topics/cooking.md")).toContain("Saffron in the paella");
  });
});

test("syncVault() takes a conflict copy of Syncthing for a file of its own: nothing is lost", async () => {
  const { board, laptop } = await createPair({ "topics/a.md": list("one", "two") });
  const copy = "topics/a.sync-conflict-20260212-101010-ABCDEFG.md";
  board.write(copy, list("one", "two", "from the phone"));
  board.append("topics/a.md", list("here"));
  board.write(".stversions/topics/a~20260211-101010.md", list("old"));
  board.write("topics/.syncthing.b.md.tmp", list("being copied"));
  await board.sync();
  for (const own of ["topics/.syncthing.b.md.tmp", ".stversions"])
    rmSync(join(board.root, own), { recursive: true }); // of this device alone: never committed
  await expectSame([board, laptop], ["here", "from the phone"], ["being copied", "old"]);
  expect(board.files()[copy]).toContain("- from the phone\n");
});

describe("loci sync of a vault that was deleted by mistake", () => {
  const files = Object.fromEntries(
    Array.from({ length: 14 }, (_, nth) => [`topics/t${nth}.md`, list(`line ${nth}`)]),
  );

  test("refuses, and takes nothing away from the others", async () => {
    const restore = "git ls-files -dz | xargs -0 git checkout HEAD --";
    const { board, laptop } = await createPair(files);
    for (const name of readdirSync(board.root))
      if (name !== ".git") rmSync(join(board.root, name), { recursive: true });
    const empty = await runLoci(["sync", "--vault", board.root]);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toMatch(/^Cannot [^\n]+\n$/);
    board.write("new.md", list("written later"));
    const refused = await runLoci(["sync", "--vault", board.root, "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr).error).toMatchObject({
      data: { reason: "deletions" },
      message: expect.stringContaining(`run \`${restore}\``),
    });
    await laptop.sync();
    expect(Object.keys(laptop.files())).toHaveLength(15);
    const { stdout: told } = await runLoci(["doctor", "--vault", board.root]);
    expect(told).toMatch(
      /^ {2}bring them back: .*; if they are meant to go, run `loci sync --acc/m,
    );
    execFileSync("sh", ["-c", restore], { cwd: board.root, stdio: "pipe" });
    expect((await runLoci(["sync", "--vault", board.root])).code).toBe(0);
    await expectSame([board, laptop], ["line 0", "line 13", "written later"]);
  });
});
