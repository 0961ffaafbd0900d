import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removalLine } from "../../src/sync/merge/file/removals.ts";
import { runLoci } from "../run-loci.ts";
import { useVault, writeFiles } from "../temp.ts";

const files = {
  base: "- one\n",
  ours: "- one\n- ours\n",
  theirs: "- one\n- theirs\n",
};

test("loci merge-file writes the merge to OURS, and nothing else", async () => {
  const root = useVault(files);
  chmodSync(join(root, "ours"), 0o640);
  const args = ["merge-file", "base", "ours", "theirs", "topics/x.md"];
  expect(await runLoci(args, { cwd: root })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(readFileSync(join(root, "ours"), "utf8")).toBe("- one\n- ours\n- theirs\n");
  expect(lstatSync(join(root, "ours")).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(root, "theirs"), "utf8")).toBe(files.theirs);
  expect(readdirSync(root).sort()).toEqual(["base", "ours", "theirs"]);
});

test("loci merge-file needs no vault, no settings and no home", async () => {
  const root = useVault({ ...files, "loci.yaml": "nonsense: [\n" });
  const args = ["merge-file", "--", "base", "ours", "theirs"];
  const { code } = await runLoci(args, { cwd: root, env: { HOME: "", LOCI_VAULT: "/nowhere" } });
  expect(code).toBe(0);
  expect(readdirSync(root)).not.toContain(".loci");
});

test("loci merge-file leaves out what was forgotten", async () => {
  const root = useVault({
    "log/forgotten.txt": `${removalLine("2026-02-12T14:30:00.000Z", "theirs", "-")}\n`,
    base: "",
    ours: "- ours\n",
    theirs: "- theirs\n- new\n",
  });
  const args = ["merge-file", "base", "ours", "theirs", "topics/x.md"];
  expect((await runLoci(args, { cwd: root })).code).toBe(0);
  expect(readFileSync(join(root, "ours"), "utf8").split("\n").sort()).toEqual([
    "",
    "- new",
    "- ours",
  ]);
});

test("loci merge-file says in one sentence what it cannot do, and leaves OURS as it was", async () => {
  const root = useVault(files);
  writeFiles(root, {
    "b0.png": Buffer.from([0, 1]),
    "b1.png": Buffer.from([0, 2]),
    "b2.png": Buffer.from([0, 3]),
  });
  mkdirSync(join(root, "folder"));
  symlinkSync(join(root, "ours"), join(root, "link"));
  const said: string[] = [];
  for (const args of [
    [],
    ["base", "ours"],
    ["base", "ours", "missing"],
    ["base", "folder", "theirs"],
    ["base", "link", "theirs"],
    ["b0.png", "b1.png", "b2.png"],
    ["b0.png", "b1.png", "b2.png", "--", "a\u001b[31m.png"],
  ]) {
    const { code, stdout, stderr } = await runLoci(["merge-file", ...args], { cwd: root });
    said.push(`[${code}] ${stdout}${stderr.replaceAll(root, "ROOT")}`);
  }
  expect(said.join("")).toMatchSnapshot();
  expect(readFileSync(join(root, "ours"), "utf8")).toBe(files.ours);
  expect(readFileSync(join(root, "b1.png"))).toEqual(Buffer.from([0, 2]));
});
