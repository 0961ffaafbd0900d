import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createVaultLock } from "../../../src/index/vault-lock.ts";
import { mergeSave } from "../../../src/sync/merge/file/merge-file.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { type Change, changeFile, healVault } from "../../../src/vault/write/change-file.ts";
import { deviceClock } from "../../device-clock.ts";

function vaultWith(text: string | null) {
  const root = fs.mkdtempSync(join(tmpdir(), "loci-change-"));
  const lociDir = join(root, ".loci");
  const lock = createVaultLock(lociDir, { clock: deviceClock });
  onTestFinished(() => {
    fs.rmSync(root, { recursive: true });
  });
  const path = toTopicPath("topics/a.md");
  const target = { root, lociDir, lock, clock: deviceClock, merge: mergeSave, path };
  const file = join(root, path);
  fs.mkdirSync(join(root, "topics"));
  if (text !== null) fs.writeFileSync(file, text);
  const age = (): void => fs.utimesSync(file, new Date(), new Date(Date.now() - 5_000));
  if (text !== null) age();
  return {
    target,
    path: file,
    age,
    read: () => fs.readFileSync(file, "utf8"),
    /** An editor's whole save, long enough ago to be believed at once. */
    save: (next: string) => {
      fs.writeFileSync(file, next);
      age();
    },
    add: (line: string) => changeFile(target, append(line)),
    heal: () => healVault(target),
  };
}

const append =
  (line: string): Change<number> =>
  (bytes) => {
    const text = `${Buffer.from(bytes ?? []).toString()}${line}\n`;
    return { bytes: Buffer.from(text), result: text.split("\n").length - 1 };
  };

const remove =
  (line: string): Change<undefined> =>
  (bytes) => {
    const text = Buffer.from(bytes ?? []).toString();
    return { bytes: Buffer.from(text.replace(`${line}\n`, "")), result: undefined };
  };

test("changeFile() returns what the change returns, and makes the file where there is none", async () => {
  const { add, read } = vaultWith(null);
  expect([await add("- a"), await add("- é")]).toEqual([1, 2]);
  expect(read()).toBe("- a\n- é\n");
});

test("changeFile() writes nothing when the change throws or changes nothing", async () => {
  const { target, path, read } = vaultWith("# A\n");
  const before = fs.statSync(path).ino;
  await changeFile(target, (bytes) => ({ bytes: bytes ?? Buffer.from(""), result: 0 }));
  const refused = changeFile(target, () => {
    throw new RangeError("no");
  });
  await expect(refused).rejects.toThrow(RangeError);
  expect([read(), fs.statSync(path).ino]).toEqual(["# A\n", before]);
});

test("changeFile() starts over when the file changes meanwhile", async () => {
  const { target, path, read } = vaultWith("# A\n");
  let calls = 0;
  await changeFile(target, (bytes) => {
    if (calls++ === 0) fs.appendFileSync(path, "- mine\n");
    return append("- a")(bytes);
  });
  expect(calls).toBe(2);
  expect(read()).toBe("# A\n- mine\n- a\n");
});

test("changeFile() gives up on a file that never holds still", async () => {
  const { target, path, age } = vaultWith("# A\n");
  const change = changeFile(target, (bytes) => {
    fs.appendFileSync(path, "- more\n");
    age();
    return append("- a")(bytes);
  });
  await expect(change).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
});

test("changeFile() waits for a save that is half done", async () => {
  const { target, path, read, save, add } = vaultWith("# A\n- one\n- two\n");
  await add("- a");
  const editor = fs.openSync(path, "w");
  const change = changeFile(target, append("- b"));
  await sleep(400);
  fs.writeSync(editor, "# A\n- one\n- two\n- a\n- mine\n");
  fs.closeSync(editor);
  await change;
  expect(read()).toBe("# A\n- one\n- two\n- a\n- mine\n- b\n");
  save(read());
});

test("changeFile() loses nothing of a save that pauses for longer than anybody waits", async () => {
  const { path, read, add, heal } = vaultWith("# A\n- one\n- two\n");
  await add("- a");
  const editor = fs.openSync(path, "w");
  await add("- b");
  fs.writeSync(editor, "# A\n- one\n- two\n- a\n- mine\n");
  fs.closeSync(editor);
  await heal();
  expect(read().trim().split("\n").sort()).toEqual([
    "# A",
    "- a",
    "- b",
    "- mine",
    "- one",
    "- two",
  ]);
});

test("changeFile() follows no link out of the vault", async () => {
  const { target, path } = vaultWith(null);
  fs.symlinkSync("/etc/hostname", path);
  await expect(changeFile(target, append("- a"))).rejects.toMatchObject({ code: "OUTSIDE_VAULT" });
});

test("changeFile() heals a stale save before it changes", async () => {
  const { read, save, add } = vaultWith("# A\n- old\n");
  await add("- a");
  save("# A\n- old\n- mine\n");
  await add("- b");
  expect(read()).toBe("# A\n- old\n- a\n- mine\n- b\n");
});

test("healVault() heals every stale save of an editor that never reads again", async () => {
  const { read, save, add, heal } = vaultWith("# A\n");
  await add("- a");
  save("# A\n- 1\n");
  await heal();
  await add("- b");
  save("# A\n- 1\n- 2\n");
  await heal();
  expect(read().trim().split("\n").sort()).toEqual(["# A", "- 1", "- 2", "- a", "- b"]);
});

test("healVault() lets a person remove a line beside a later one, for good", async () => {
  const { read, save, add, heal } = vaultWith("# A\n");
  await add("- a");
  await add("- b");
  save("# A\n- b\n");
  await heal();
  expect(read()).toBe("# A\n- b\n");
  save("# A\n");
  await heal();
  expect(read()).toBe("# A\n- b\n");
});

test("healVault() does not bring back what was removed through Loci", async () => {
  const { target, read, save, add } = vaultWith("# A\n");
  await add("- a");
  await add("- b");
  await changeFile(target, remove("- b"));
  save("# A\n- mine\n");
  await healVault(target);
  expect(read()).toBe("# A\n- a\n- mine\n");
});

test("healVault() does not bring back a file that a person deleted", async () => {
  const { target, path, read, add, heal } = vaultWith("# A\n");
  await add("- a");
  fs.rmSync(path);
  await heal();
  expect(fs.existsSync(path)).toBe(false);
  await changeFile(target, append("- b"));
  await heal();
  expect(read()).toBe("- b\n");
});

test("healVault() is a glance where nothing was written", async () => {
  const { target, heal } = vaultWith("# A\n");
  await heal();
  expect(fs.existsSync(target.lociDir)).toBe(false);
});

test("healVault() returns what it cannot heal, whatever lies in .loci", async () => {
  const { target, save, add, heal } = vaultWith("# A\n");
  await add("- a");
  const writes = join(target.lociDir, "writes", target.path);
  for (const name of fs.readdirSync(writes)) {
    fs.rmSync(join(writes, name));
    fs.mkdirSync(join(writes, name));
  }
  fs.writeFileSync(join(target.lociDir, "writes", "forged.jsonl"), "{}");
  fs.symlinkSync("/dev/zero", join(writes, "zzz.now"));
  expect(await heal()).toEqual([]);
  await add("- b");
  save("# A\n- mine\n");
  const lock = (): never => {
    throw new RangeError("no lock");
  };
  expect(await healVault({ ...target, lock })).toEqual([
    'Cannot look after the file "topics/a.md": no lock',
  ]);
});

test("a stale save into the old file takes none of our lines away", async () => {
  const { path, read, add, heal } = vaultWith("# A\n- old\n");
  await add("- a");
  await add("- b");
  const editor = fs.openSync(path, "r+");
  await add("- c");
  fs.writeSync(editor, "# A\n- old\n- mine\n", 0);
  fs.ftruncateSync(editor, "# A\n- old\n- mine\n".length);
  await heal();
  const all = ["# A", "- a", "- b", "- c", "- mine", "- old"];
  expect(read().trim().split("\n").sort()).toEqual(all);
  fs.writeSync(editor, "- more\n", "# A\n- old\n- mine\n".length);
  fs.closeSync(editor);
  await heal();
  expect(read().trim().split("\n").sort()).toEqual([...all, "- more"].sort());
});
