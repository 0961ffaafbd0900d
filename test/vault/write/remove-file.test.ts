import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import type { Lock } from "../../../src/vault/lock.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { changeFile, healVault } from "../../../src/vault/write/change-file.ts";
import { removeFile } from "../../../src/vault/write/remove-file.ts";
import { useVault } from "../../temp.ts";

const lock: Lock = async (work) => work();
const text = "# A\n\n- one\n- two\n";

function vaultWithFile() {
  const root = useVault({ "topics/a.md": text });
  const vault = { root, lociDir: join(root, ".loci"), lock, clock: deviceClock };
  const target = { ...vault, path: toTopicPath("topics/a.md") };
  const file = join(root, target.path);
  return { vault, target, file, remove: () => removeFile(target, Buffer.from(text)) };
}

test("removeFile() removes the expected bytes only, and says so", async () => {
  const { target, file, remove } = vaultWithFile();
  expect(await removeFile(target, Buffer.from("# other\n"))).toBe("changed");
  expect(fs.readFileSync(file, "utf8")).toBe(text);
  expect(await remove()).toBe("removed");
  expect(fs.existsSync(file)).toBe(false);
  expect(await remove()).toBe("missing");
});

test("removeFile() brings back what an editor still writes into the old file, as a file of its new lines", async () => {
  const { vault, file, remove } = vaultWithFile();
  const editor = fs.openSync(file, "r+");
  expect(await remove()).toBe("removed");
  await sleep(30);
  fs.writeSync(editor, `${text}- mine\n`, 0);
  fs.closeSync(editor);
  expect(await healVault(vault)).toEqual([]);
  expect(fs.readFileSync(file, "utf8")).toContain("- mine\n");
  expect(fs.readFileSync(file, "utf8")).not.toContain("- one");
});

test("removeFile() leaves nothing that would put old lines into a later file of that name", async () => {
  const { vault, target, file } = vaultWithFile();
  const add = (line: string) =>
    changeFile(target, (bytes) => ({
      bytes: Buffer.from(`${Buffer.from(bytes ?? []).toString()}${line}\n`),
      added: [line],
      result: undefined,
    }));
  await add("- three");
  expect(await removeFile(target, fs.readFileSync(file))).toBe("removed");
  await healVault(vault);
  expect(fs.existsSync(file)).toBe(false);
  await add("# New");
  // A save of somebody's that knows no line of ours.
  fs.writeFileSync(file, "- other\n");
  await sleep(60);
  await healVault(vault);
  expect(fs.readFileSync(file, "utf8")).not.toContain("three");
});

test("removeFile() refuses a path that a link leads elsewhere", async () => {
  const { vault } = vaultWithFile();
  const outside = useVault({ "a.md": text });
  fs.symlinkSync(outside, join(vault.root, "linked"));
  const removal = removeFile({ ...vault, path: toTopicPath("linked/a.md") }, Buffer.from(text));
  await expect(removal).rejects.toMatchObject({ code: "OUTSIDE_VAULT" });
  expect(fs.existsSync(join(outside, "a.md"))).toBe(true);
});

test("removeFile() gives back the file that an editor put in place at the last moment", async () => {
  const { target, file, remove } = vaultWithFile();
  const { renameSync } = fs;
  const restore = (): void => {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  fs.renameSync = (from, to) => {
    restore();
    fs.writeFileSync(`${file}~`, "# Mine\n");
    renameSync(`${file}~`, file);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  expect(await remove()).toBe("changed");
  expect(fs.readFileSync(file, "utf8")).toBe("# Mine\n");
  expect(fs.readdirSync(join(target.lociDir, "captured"))).toEqual([]);
});
