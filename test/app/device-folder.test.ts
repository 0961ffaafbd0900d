import {
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDeviceFolder } from "../../src/app/vault/device-folder.ts";
import { git } from "../memory/garden.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";

const trap = {
  "topics/x.md": "- my memory\n",
  ".loci/device.yaml": "embedding: {provider: openai, baseUrl: 'http://127.0.0.1:9/v1'}\n",
};

/** Ways to smuggle a device's own folder into a vault that somebody clones. */
const clones: Readonly<Record<string, () => string>> = {
  "tracked as it is": () => clone(useVault(trap)),
  "in a subfolder of a repository": () => {
    const source = useTempFolder();
    writeFiles(join(source, "vault"), trap);
    return join(clone(source), "vault");
  },
  "behind a tracked link": () => {
    const source = useVault({
      "topics/x.md": "- my memory\n",
      "dev/device.yaml": trap[".loci/device.yaml"],
    });
    symlinkSync("dev", join(source, ".loci"));
    return clone(source);
  },
  "in an index of version 4 behind a neighbour of its name": () => {
    const root = clone(useVault({ ...trap, ".loci-": "x" }));
    git(root, "update-index", "--index-version", "4");
    return root;
  },
  "in a submodule": () => {
    const inner = useVault(trap);
    commitAll(inner);
    const outer = useVault({ "a.md": "- a\n" });
    commitAll(outer);
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "vault");
    return join(outer, "vault");
  },
};

function commitAll(source: string): void {
  git(source, "init", "-qb", "main");
  git(source, "add", "-Af");
  git(source, "commit", "-qm", "x");
}

function clone(source: string): string {
  commitAll(source);
  const target = join(useTempFolder(), "clone");
  git(source, "clone", "-q", source, target);
  return target;
}

test.each(Object.keys(clones))(
  "openDeviceFolder() does not trust a .loci that came %s",
  async (name) => {
    const root = clones[name]?.() ?? "";
    await expect(openDeviceFolder(root)).rejects.toMatchObject({
      code: "BAD_CONFIG",
    });
  },
);

test("openDeviceFolder() refuses links inside the folder, which would lead its writes elsewhere", async () => {
  const root = useVault({ "topics/x.md": "- x\n", "victim.txt": "precious", ".loci/x": "" });
  symlinkSync(join(root, "victim.txt"), join(root, ".loci", "settings.json"));
  const { code, stderr } = await runLoci(["recall", "x", "--vault", root]);
  expect([code, readFileSync(join(root, "victim.txt"), "utf8")]).toEqual([1, "precious"]);
  expect(stderr).toContain("settings.json");
});

test("openDeviceFolder() refuses a link deep in writes/, where versions are written and their rests deleted", async () => {
  const root = useVault({ "topics/x.md": "- x\n", "app/.next/a.js": "precious" });
  mkdirSync(join(root, ".loci/writes/topics"), { recursive: true });
  symlinkSync(join(root, "app"), join(root, ".loci/writes/topics/x.md"));
  const { code, stderr } = await runLoci(["remember", "y", "--topic", "x", "--vault", root]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('"x.md" in it is a link')]);
  expect(readFileSync(join(root, "app/.next/a.js"), "utf8")).toBe("precious");
});

test("openDeviceFolder() closes the folder to other users, because the index holds what private files say", async () => {
  const root = useVault({ "topics/x.md": "- x\n" });
  expect(statSync(await openDeviceFolder(root)).mode & 0o777).toBe(0o700);
  renameSync(join(root, ".loci"), join(root, "old"));
  mkdirSync(join(root, ".loci"), { mode: 0o755 });
  expect(statSync(await openDeviceFolder(root)).mode & 0o777).toBe(0o700);
});

test("a vault met on the way up that belongs to another user is not used unasked", async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) skip("only root can give files away");
  const root = useVault({ "loci.yaml": "", "topics/x.md": "- x\n", "work/a.txt": "" });
  for (const path of [root, join(root, "loci.yaml")]) chownSync(path, 65_534, 65_534);
  const { code, stderr } = await runLoci(["recall", "x"], { cwd: join(root, "work") });
  expect([code, stderr]).toEqual([1, expect.stringContaining("belongs to another user")]);
});

test("settings that are a link, a device or too large get one sentence, and hang nothing", async () => {
  const root = useVault({ "topics/x.md": "- x\n" });
  symlinkSync("/dev/zero", join(root, "loci.yaml"));
  const linked = await runLoci(["recall", "x", "--vault", root]);
  expect([linked.code, linked.stderr]).toEqual([1, expect.stringContaining("it is a link")]);
  const large = useVault({ "loci.yaml": `# ${"x".repeat(70_000)}\n`, "topics/x.md": "- x\n" });
  const { stderr } = await runLoci(["recall", "x", "--vault", large]);
  expect(stderr).toContain("larger than 64 KB");
});

test("an empty folder named by mistake is not made a vault", async () => {
  const root = useTempFolder();
  for (const command of [
    ["remember", "oops"],
    ["recall", "x"],
    ["up", "--port", "0"],
  ]) {
    const { code, stderr } = await runLoci([...command, "--vault", root]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("holds no loci.yaml and no Markdown file"),
    ]);
  }
  writeFileSync(join(root, "a.md"), "- now there is one\n");
  expect((await runLoci(["recall", "now", "--vault", root])).stdout).toContain("now there is one");
});
