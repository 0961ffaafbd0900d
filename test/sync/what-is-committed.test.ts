import { chmodSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCommitted, createDevice, createPair, list, push } from "./devices.ts";

test("neither transcripts nor files named as secrets are committed, whatever .gitignore says", async () => {
  const device = await createCommitted({ "a.md": list("a") });
  const secrets = [".env.local", "keys/host.pem", "keys/api.KEY", "id_rsa", "id_ed25519.bak"];
  for (const path of [...secrets, "conversations/2026.md", "id_rsa.md"]) device.write(path, "x\n");
  const report = await device.sync();
  expect(report.heldBack.map(({ path }) => path).sort()).toEqual(secrets.toSorted());
  expect(report.heldBack[0]?.reason).toContain("files of this name hold secrets");
  expect(device.git("ls-files").trim().split("\n")).toEqual([".gitignore", "a.md", "id_rsa.md"]);
});

test("of a secret that was committed with other tools only the deletion is", async () => {
  const device = await createCommitted({ "a.md": list("a") });
  device.write(".env", "x\n");
  device.commitAll();
  device.write(".env", "y\n");
  expect((await device.sync()).heldBack.map(({ path }) => path)).toEqual([".env"]);
  rmSync(join(device.root, ".env"));
  expect(await device.sync()).toMatchObject({ committed: 1, heldBack: [] });
});

test("of a file that one line makes secret as a whole, the reason names that line", async () => {
  const device = await createCommitted({ "a.md": list("a") });
  device.write("topics/coins.md", "# Coins\n");
  device.write("topics/keys.md", "---\ntitle: Keys\n---\n\n- Hang in the hall\n");
  device.commitAll();
  const secret = "# Coins\n\n- Lie in the shed [sensitivity:: secret]\n";
  for (const path of ["topics/coins.md", "topics/new.md"]) device.write(path, secret);
  const marked = "---\ntitle: Keys\nsensitivity: secret\n---\n\n- Hang in the hall\n";
  device.write("topics/keys.md", marked);
  const reason = "line 3 looks like a secret; take it out, or commit the file with your own git";
  expect((await device.sync()).heldBack.map((one) => `${one.path}: ${one.reason}`)).toEqual(
    ["coins", "keys", "new"].map((name) => `topics/${name}.md: ${reason}`),
  );
});

test("where git's settings say core.filemode=off, rights are left alone, and not committed", async () => {
  const { laptop, board } = await createPair({ "notes.txt": "mine\n" });
  board.git("config", "core.filemode", "off");
  chmodSync(join(laptop.root, "notes.txt"), 0o755);
  push(laptop);
  await board.sync();
  expect(lstatSync(join(board.root, "notes.txt")).mode & 0o100).toBe(0);
  writeFileSync(join(board.root, "new.md"), "- x\n", { mode: 0o755 });
  await board.sync();
  expect(board.git("ls-tree", "HEAD", "new.md")).toMatch(/^100644/);
});

test("a new file whose name turns the text around stays here, one that is known does not", async () => {
  const { board } = await createPair({});
  const odd = "\u202egpj.md";
  board.write(odd, "- x\n");
  expect(await board.sync()).toMatchObject({
    committed: 0,
    heldBack: [{ path: odd, reason: expect.stringContaining("turn the text around") }],
  });
  board.commitAll("mine");
  board.write(odd, "- y\n");
  expect(await board.sync()).toMatchObject({ committed: 1, heldBack: [] });
});

test("what git checks out with other line ends (core.autocrlf) merges, and comes in as it is", async () => {
  const { laptop, board } = await createPair({ "topics/a.md": "- a\n" });
  board.git("config", "core.autocrlf", "true");
  board.git("rm", "-rq", "--cached", ".");
  board.git("reset", "-q", "--hard");
  laptop.append("topics/a.md", "- laptop\n");
  await laptop.sync();
  await board.agent("topics/b.md", "- board\n");
  await board.sync();
  expect(board.read("topics/a.md").replaceAll("\r", "")).toBe("- a\n- laptop\n");
  await laptop.sync();
  expect(laptop.files()["topics/b.md"]).toBe("- board\n");
  expect(board.status()).toBe("");
  board.fsck();
});

test("syncVault() commits what Loci writes, whatever .gitignore and .gitattributes another device pushed", async () => {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("a") });
  const plain = await createDevice("plain", remote);
  plain.write(".gitignore", "*\n");
  plain.write(".gitattributes", "* text=auto eol=crlf filter=crypt diff=x merge=y\n");
  plain.git("add", "-f", ".gitignore", ".gitattributes");
  push(plain);
  await board.sync();
  const written = {
    "topics/a.md": list("a", "b"),
    "topics/new.md": list("new"),
    "topics/index.txt": "2026-02-12T14:30:00|new|new\n",
    "log/2026-02.md": "## 2026-02-12T14:30:00+01:00 new\n\nNew.\n",
    "general/2026-02.md": list("general"),
    "people/ana/topics/own.md": list("own"),
    "archive/topics/old.md": list("old"),
  };
  for (const path of Object.keys(written)) await board.agent(path, "");
  for (const [path, text] of Object.entries(written)) board.write(path, text);
  expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [] });
  await laptop.sync();
  expect(laptop.files()).toMatchObject(written);
});
