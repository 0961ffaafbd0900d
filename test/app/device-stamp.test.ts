import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDeviceFolder } from "../../src/app/device-folder.ts";
import { cleanEnv, runLoci, spawnLoci } from "../run-loci.ts";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";

/** Settings of a stranger: they name a server that would get what is said. */
const trap = "device: stranger\nmodel: {provider: openai, baseUrl: 'http://127.0.0.1:9/v1'}\n";
const saidAside = /^Set aside what was in ".*\.loci", because it was not made on this device/m;

/** What an archive unpacks to: a vault that somebody else's Loci has used. */
function unpacked(): string {
  return useVault({
    "loci.yaml": "",
    "topics/x.md": "- The boat is in the shed\n",
    ".loci/device.yaml": trap,
    ".loci/.gitignore": "!*\n",
    ".loci/stamp": `${"A".repeat(22)}\n\n`,
    ".loci/sessions.db": "not even a database",
    ".loci/writes/a": "x",
  });
}

const deviceOf = async (root: string, env: Record<string, string> = {}): Promise<unknown> => {
  const { stdout } = await runLoci(["config", "--json", "--vault", root], { env });
  const { settings } = JSON.parse(stdout);
  return settings.find(({ key }: { key: string }) => key === "device").value;
};

const asidesIn = (root: string): string[] =>
  readdirSync(join(root, ".loci")).filter((name) => name.startsWith("from-elsewhere-"));

test.each([["recall", "boat"], ["config"], ["init"], ["site", "build"], ["doctor"]])(
  "loci %s uses nothing of a .loci that came with a vault, says so once, and keeps it",
  async (...words) => {
    const root = unpacked();
    const run = () =>
      runLoci([...words, "--vault", root], { env: { LOCI_MODEL_PROVIDER: "offline" } });
    const first = await run();
    expect(first.stderr).toMatch(saidAside);
    expect(first.stderr.match(/Set aside/g)).toHaveLength(1);
    const [aside = ""] = asidesIn(root);
    expect(first.stderr).toContain(`.loci/${aside}`);
    expect(await deviceOf(root)).not.toBe("stranger");
    const kept = join(root, ".loci", aside);
    expect(readFileSync(join(kept, "device.yaml"), "utf8")).toBe(trap);
    expect(readFileSync(join(kept, "writes/a"), "utf8")).toBe("x");
    expect(readFileSync(join(root, ".loci/.gitignore"), "utf8")).toBe("*\n");
    expect((await run()).stderr).not.toContain("Set aside");
  },
);

test("loci init --from reads no settings that lie in the folder already", async () => {
  const remote = join(useTempFolder(), "vault.git");
  execFileSync("git", ["init", "-q", "--bare", remote], { env: cleanEnv() });
  const root = useVault({ ".loci/device.yaml": trap });
  const { code, stderr } = await runLoci(["init", root, "--from", remote]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(saidAside)]);
  expect(stderr.match(/Set aside/g)).toHaveLength(1);
  const [author] = execFileSync("git", ["-C", root, "log", "--format=%B"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.startsWith("Device:"));
  expect(author).not.toContain("stranger");
});

test("what somebody moves back holds, for then they made it theirs", async () => {
  const root = unpacked();
  await runLoci(["recall", "boat", "--vault", root]);
  const [aside = ""] = asidesIn(root);
  renameSync(join(root, ".loci", aside, "device.yaml"), join(root, ".loci/device.yaml"));
  expect(await deviceOf(root)).toBe("stranger");
});

describe("a .loci made here", () => {
  const used = async (env: Record<string, string> = {}): Promise<string> => {
    const root = join(useTempFolder(), "vault");
    await runLoci(["init", root, "--empty"], { env });
    writeFileSync(join(root, ".loci/device.yaml"), "device: board\n");
    return root;
  };

  test("goes with a vault that is moved, also to another disk, and comes back from a backup", async () => {
    const root = await used();
    const moved = join(useTempFolder(), "elsewhere");
    renameSync(root, moved);
    expect(await deviceOf(moved)).toBe("board");
    cpSync(moved, root, { recursive: true });
    rmSync(moved, { recursive: true });
    expect(await deviceOf(root)).toBe("board");
  });

  test("is set aside in a copy, whose way nobody knows, and stays where it is copied from", async () => {
    const root = await used();
    const copy = join(useTempFolder(), "copy");
    cpSync(root, copy, { recursive: true });
    const { stderr } = await runLoci(["recall", "x", "--vault", copy]);
    expect(stderr).toMatch(saidAside);
    expect(await deviceOf(copy)).not.toBe("board");
    expect(await deviceOf(root)).toBe("board");
    expect(asidesIn(root)).toEqual([]);
  });

  test("of another user of this machine's vaults is a stranger's", async () => {
    const env = { XDG_STATE_HOME: useTempFolder() };
    const root = await used(env);
    const text = readFileSync(join(root, ".loci/stamp"), "utf8");
    // As where this machine had no id, or the folder were another one.
    writeFileSync(join(root, ".loci/stamp"), `${text.split("\n")[0]}\n\n`);
    expect(await deviceOf(root, env)).toBe("board");
    expect(await deviceOf(root)).not.toBe("board");
  });

  test("is known where no home can be written to, or another one is given each time", async () => {
    if (!existsSync("/etc/machine-id")) return;
    const env = { HOME: "/dev/null", XDG_STATE_HOME: "" };
    const root = await used(env);
    expect(await deviceOf(root, env)).toBe("board");
    expect(await deviceOf(root, { XDG_STATE_HOME: useTempFolder() })).toBe("board");
    const copy = join(useTempFolder(), "copy");
    cpSync(root, copy, { recursive: true });
    expect(await deviceOf(copy, env)).not.toBe("board");
  });

  test("holds its record in a folder for this user's eyes only, which holds the path and nothing else", async () => {
    const state = join(useTempFolder(), "new", "state");
    const root = await used({ XDG_STATE_HOME: state });
    const records = join(state, "loci", "vaults");
    const [name = "", ...more] = readdirSync(records);
    expect(more).toEqual([]);
    expect(readFileSync(join(records, name), "utf8")).toBe(root);
    expect(statSync(join(records, name)).mode & 0o777).toBe(0o600);
    expect(statSync(records).mode & 0o777).toBe(0o700);
  });
});

test("a process that was killed before it set its stamp leaves nothing that is taken for a stranger's", async () => {
  const root = useVault({ "topics/x.md": "- x\n" });
  mkdirSync(join(root, ".loci"), { mode: 0o700 });
  writeFileSync(join(root, ".loci", "stamp.0123456789abcdef"), "AAAA");
  const reports: string[] = [];
  await openDeviceFolder({ root, env: cleanEnv(), report: (told) => reports.push(told) });
  expect([reports, asidesIn(root)]).toEqual([[], []]);
});

test("setting aside that was cut off goes on with the next start", async () => {
  const root = unpacked();
  writeFiles(root, { ".loci/from-elsewhere-abc123/device.yaml": trap });
  rmSync(join(root, ".loci/device.yaml"));
  const reports: string[] = [];
  await openDeviceFolder({ root, env: cleanEnv(), report: (told) => reports.push(told) });
  expect(reports).toEqual([expect.stringMatching(saidAside)]);
  expect(asidesIn(root)).toHaveLength(2);
  expect(
    readdirSync(join(root, ".loci")).filter((name) => !/^(?:from-|stamp|\.git)/.test(name)),
  ).toEqual([]);
});

test("several processes that open a new vault at once agree on its folder", async () => {
  const root = useVault({ "loci.yaml": "", "topics/x.md": "- The boat is in the shed\n" });
  const all = await Promise.all(
    [1, 2, 3, 4].map(() => spawnLoci(["recall", "boat", "--vault", root])),
  );
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(all.map(({ stderr }) => stderr).join("")).not.toContain("Set aside");
  const { stderr } = await runLoci(["recall", "boat", "--vault", root]);
  expect([stderr.includes("Set aside"), asidesIn(root)]).toEqual([false, []]);
});
