import { execFileSync } from "node:child_process";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { createPair, type Device, expectSame, list } from "./devices.ts";

test("what an agent remembers while a person renames the topic is in one of the two files", async () => {
  const remember = (device: Device, text: string) =>
    runLoci(["remember", text, "--topic", "cooking", "--vault", device.root]);
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

test("loci sync of a vault whose files were deleted by mistake takes nothing away from the others, and says how they come back", async () => {
  const files = Array.from({ length: 14 }, (_, nth) => [`topics/t${nth}.md`, list(`line ${nth}`)]);
  const restore = "git ls-files -dz | xargs -0 git checkout HEAD --";
  const { board, laptop } = await createPair(Object.fromEntries(files));
  for (const name of readdirSync(board.root))
    if (name !== ".git") rmSync(join(board.root, name), { recursive: true });
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
  expect(told).toMatch(/^ {2}bring them back: .*; if they are meant to go, run `loci sync --acc/m);
  execFileSync("sh", ["-c", restore], { cwd: board.root, stdio: "pipe" });
  expect((await runLoci(["sync", "--vault", board.root])).code).toBe(0);
  await expectSame([board, laptop], ["line 0", "line 13", "written later"]);
});
