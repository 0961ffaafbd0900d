import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { voiceSettings } from "../../src/settings/voice.ts";
import { useTempFolder } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";

const root = resolve(import.meta.dirname, "..", "..");
const board = join(root, "scripts", "board");
const read = (name: string): string => readFileSync(join(board, name), "utf8");

/** The unit, with a program that this machine has, in a folder of its own: the tool looks at nothing else of ours. */
function useUnit(change: (text: string) => string = (text) => text): string {
  const unit = join(useTempFolder(), "loci.service");
  writeFileSync(
    unit,
    change(read("loci.service")).replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"),
  );
  return unit;
}

describeWith(["systemd-analyze"], "the unit of systemd", () => {
  test("systemd-analyze verify has nothing to say about the unit", () => {
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", useUnit()], {
      encoding: "utf8",
    });
    const own = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("loci.service"));
    expect(own).toEqual([]);
    expect(status).toBe(0);
  });

  test("systemd-analyze verify would see a wrong line", () => {
    const unit = useUnit((text) => text.replace("ProtectHome=yes", "ProtectHomes=yes"));
    const { stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect(stderr).toContain("ProtectHomes");
  });

  test("systemd-analyze security calls the unit's exposure at most 2.0", () => {
    const offline = ["security", "--offline=true", "--no-pager"];
    const run = (threshold: string) =>
      spawnSync("systemd-analyze", [...offline, `--threshold=${threshold}`, useUnit()]).status;
    expect(run("20")).toBe(0);
    expect(run("1"), "the threshold holds").not.toBe(0);
  });
});

test("the unit asks for what install.sh prepares, and for no more", () => {
  const unit = read("loci.service");
  const install = read("install.sh");
  expect(unit).toContain("/opt/loci/current/dist/cli/main.js up");
  expect(install).toContain("opt=/opt/loci\n");
  expect(install).toContain("state=/var/lib/loci\n");
  expect(unit).toMatch(/^WorkingDirectory=\/var\/lib\/loci$/m);
  expect(unit).toMatch(/^SupplementaryGroups=audio gpio$/m);
  expect(install).toContain("usermod -aG audio,gpio loci");
  expect(install, "an old key would be refused by systemd 252").not.toMatch(/RestartSteps/);
});

describeWith(["shellcheck"], "the scripts of the board", () => {
  test.each(["install.sh", "bundle.sh", "loci", "../check-arm64"])(
    "shellcheck has nothing to say about scripts/board/%s",
    (name) => {
      const { status, stdout } = spawnSync("shellcheck", [name], { cwd: board, encoding: "utf8" });
      expect(stdout).toBe("");
      expect(status).toBe(0);
    },
  );
});

test("device.yaml of the board is what Loci reads, with and without its examples", () => {
  const text = read("device.yaml");
  const schema = z.strictObject({ voice: voiceSettings });
  expect(schema.parse(parse(text)).voice.enabled).toBe(true);
  const all = schema.parse(parse(text.replaceAll(/^( +)#(?! \S)/gm, "$1")));
  expect(all.voice.transcriber.url).toBe("tcp://192.168.1.10:10300");
  expect(all.voice.button.gpioLine).toBe(17);
});

test("bundle.sh brings the Node that Loci is developed with", () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  expect(read("bundle.sh")).toContain(`\nnode_version=${devDependencies.node}\n`);
});

/** install.sh on a system that says what it is told; nothing that it would run is run. */
function tryInstall(
  args: readonly string[],
  system: { id?: string; version?: string; arch?: string; free?: string } = {},
) {
  const folder = mkdtempSync(join(useTempFolder(), "bin-"));
  const { id = "debian", version = "12", arch = "arm64", free = "9000" } = system;
  const osRelease = join(folder, "os-release");
  writeFileSync(osRelease, `ID=${id}\nVERSION_ID="${version}"\nPRETTY_NAME="${id} ${version}"\n`);
  const script = join(folder, "install.sh");
  const text = read("install.sh").replace("opt=/opt/loci\n", `opt=${folder}/opt\n`);
  writeFileSync(script, text.replaceAll("/etc/os-release", osRelease));
  const program = (name: string, answer: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${answer}"\n`, { mode: 0o755 });
  program("id", "0");
  program("dpkg", arch);
  program("df", free);
  const { PATH } = process.env;
  const env = { PATH: `${folder}:${PATH}` };
  return spawnSync("bash", [script, ...args], { env, encoding: "utf8" });
}

function usePackage(name = "loci-vault", node = "node/bin/node"): string {
  const folder = useTempFolder();
  mkdirSync(join(folder, "package", "node", "bin"), { recursive: true });
  writeFileSync(join(folder, "package", node), "");
  const fields = { name, version: "0.1.0" };
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify(fields, null, 2));
  const file = join(folder, "loci.tgz");
  execFileSync("tar", ["-czf", file, "-C", folder, "package"]);
  return file;
}

test.each([
  ["no package", [], {}, "Cannot install without a package"],
  [
    "a file that is not there",
    ["none.tgz"],
    {},
    'Cannot install "none.tgz": there is no such file',
  ],
  ["an unknown flag", ["--force"], {}, 'Cannot use "--force"'],
  ["another system", ["x"], { id: "fedora" }, 'Cannot install on "fedora 12": it is not Debian'],
  ["an old Debian", ["x"], { version: "11" }, "it takes Debian 12 or newer"],
  ["a 32-bit system", ["x"], { arch: "armhf" }, "flash a 64-bit image"],
])("install.sh refuses %s in one sentence", (_, args, system, words) => {
  const { status, stdout, stderr } = tryInstall(args, system);
  expect(stderr).toContain(words);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stdout).toBe("");
  expect(status).toBe(1);
});

test("install.sh refuses a card that is full, and a package of something else", () => {
  const { stderr } = tryInstall([usePackage()], { free: "120" });
  expect(stderr).toContain("120 MB are free");
  expect(tryInstall([usePackage("left-pad")]).stderr).toContain("no package of Loci");
  const bare = usePackage("loci-vault", "README.md");
  expect(tryInstall([bare]).stderr).toContain("there is no Node in it");
});

/** bundle.sh with words; nothing is fetched for any of these. */
const tryBundle = (...words: string[]) =>
  spawnSync("bash", [join(board, "bundle.sh"), ...words], { encoding: "utf8" });

test("bundle.sh --help says where the result goes", () => {
  const { status, stdout, stderr } = tryBundle("--help");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("into the folder that you are in");
});

test.each([
  [["none.tgz", "arm64"], 'Cannot make a bundle of "none.tgz": there is no such file'],
  [[join(board, "device.yaml"), "mips"], 'Cannot make a bundle for "mips": it is arm64 or x64'],
  [[join(board, "device.yaml"), "x64", "/none"], 'Cannot make a bundle in "/none"'],
])("bundle.sh refuses %j in one sentence", (words, sentence) => {
  const { status, stdout, stderr } = tryBundle(...words);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("install.sh wants root", () => {
  const { status, stderr } = spawnSync(
    "setpriv",
    ["--reuid=65534", "--clear-groups", "bash", join(board, "install.sh"), "x.tgz"],
    { encoding: "utf8" },
  );
  if (process.getuid?.() !== 0) return; // setpriv is for root only.
  expect(stderr).toContain("Cannot install without being root");
  expect(status).toBe(1);
});

test("every file of the board is in the package", () => {
  const packed = z
    .object({ files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).files;
  expect(packed).toContain("scripts/board");
  expect(globSync("*", { cwd: board }).sort()).toMatchInlineSnapshot(`
    [
      "bundle.sh",
      "device.yaml",
      "gpio.rules",
      "install.sh",
      "journald.conf",
      "loci",
      "loci.service",
    ]
  `);
});
