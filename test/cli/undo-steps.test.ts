import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { createPastVault } from "../past-vault.ts";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const key = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";

test("loci undo takes back what is held back for a key, and no key is ever committed", async () => {
  const vault = await createPastVault();
  await vault.loci("sync");
  await vault.loci("remember", `The token is ${key}`, "--topic", "keys");
  const kept = join(vault.root, ".loci/undo");
  const [name = ""] = readdirSync(kept);
  expect(statSync(join(kept, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(vault.root, "topics/keys.md"), "utf8")).toContain(key);
  const { stdout } = await vault.loci("undo", "--yes");
  expect(stdout).toContain(`- The token is ${key}`);
  expect(existsSync(join(vault.root, "topics/keys.md"))).toBe(false);
  expect(readdirSync(kept)).toEqual([]);
  expect(vault.git("log", "-p", "--all")).not.toContain(key);
});

test("what is written into a file beside a key is taken back as one step, and forgetting the key too", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "The router is in the hall", "--topic", "keys");
  await vault.loci("remember", `The token is ${key}`, "--topic", "keys");
  await vault.loci("remember", "The fuse box is in the cellar", "--topic", "keys");
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/keys.md")).toContain(key);
  expect(vault.read("topics/keys.md")).not.toContain("cellar");
  await vault.loci("forget", `The token is ${key}`, "--yes");
  expect(vault.git("show", "HEAD:topics/keys.md")).toContain("router");
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/keys.md")).toContain(key);
  expect(vault.git("log", "-p", "--all")).not.toContain(key);
});

test("loci forget --purge takes the last steps of what is held back, too", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", `The token is ${key}`, "--topic", "keys");
  await vault.loci("forget", `The token is ${key}`, "--purge", "--yes");
  expect(existsSync(join(vault.root, ".loci/undo"))).toBe(false);
  expect(vault.git("log", "-p", "--all")).not.toContain(key);
});

test("loci undo takes an undo back that is named", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "Likes green tea", "--topic", "tea");
  await vault.loci("undo", "--yes");
  const undone = vault.git("rev-parse", "--short", "HEAD").trim();
  const { stdout } = await vault.loci("undo", undone, "--yes");
  expect(stdout).toContain("Taken back: tea: taken back 1");
  expect(vault.read("topics/tea.md")).toContain("Likes green tea");
  // It stands as before the undo, and can be taken back again.
  expect(await vault.json("undo", "--yes")).toMatchObject({
    undone: { what: "tea: created, learned 1" },
  });
});

test("loci undo says in one sentence that there is none where commits are off", async () => {
  const root = useVault({ "topics/tea.md": "- Likes tea\n" });
  initGit(root);
  const env = { LOCI_COMMIT_ENABLED: "false" };
  await runLoci(["remember", "Likes coffee", "--vault", root], { env });
  const { code, stderr } = await runLoci(["undo", "--vault", root], { env });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Cannot take anything back: [^\n]*\n$/),
  ]);
});

test("a line that a person marked as secret is committed by no later save in its file", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "The router is in the hall", "--topic", "keys");
  const file = join(vault.root, "topics/keys.md");
  appendFileSync(file, "- The alarm code is 4711 [sensitivity:: secret]\n");
  await vault.loci("sync");
  for (const words of ["The fuse box is below", "The meter is outside"]) {
    await vault.loci("remember", words, "--topic", "keys");
    appendFileSync(file, "- By hand\n");
  }
  await vault.loci("sync");
  expect(vault.git("log", "-p", "--all")).not.toContain("4711");
  expect(readFileSync(file, "utf8")).toContain("The meter is outside");
});

test("a line that a person marked as secret is committed by no purge of another one in its file", async () => {
  const vault = await createPastVault();
  for (const words of ["The router is in the hall", "The meter is outside"])
    await vault.loci("remember", words, "--topic", "keys");
  const secret = "- The alarm code is 4711 [sensitivity:: secret]\n";
  appendFileSync(join(vault.root, "topics/keys.md"), secret);
  await vault.loci("sync");
  const purged = await vault.loci("forget", "The router is in the hall", "--purge", "--yes");
  expect([purged.code, purged.stderr]).toEqual([
    1,
    expect.stringMatching(/history still holds it: .*topics\/keys.md .* looks like a secret/),
  ]);
  await vault.loci("sync");
  expect(vault.git("log", "-p", "--all")).not.toContain("4711");
  expect(vault.read("topics/keys.md")).not.toContain("router");
});

test("what is saved into a file that a person marked as secret stays here with it", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "The router is in the hall", "--topic", "keys");
  const file = join(vault.root, "topics/keys.md");
  const text = readFileSync(file, "utf8").replace("---\n", "---\nsensitivity: secret\n");
  writeFileSync(file, text);
  await vault.loci("remember", "The safe is in the cellar", "--topic", "keys");
  await vault.loci("sync");
  expect(vault.git("log", "-p", "--all", "--", "topics/keys.md")).not.toContain("cellar");
});
