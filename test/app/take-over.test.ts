import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadSettings } from "../../src/app/vault/load-settings.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { git, say, sync, useDevices, useRepository } from "../synced-vaults.ts";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";

/** A device of its own, with an empty config folder, that opens a vault. */
function useDevice(root: string) {
  const env = cleanEnv({ LOCI_CONFIG_DIR: join(useTempFolder(), "loci") });
  const file = join(env.LOCI_CONFIG_DIR ?? "", "device.yaml");
  const open = async () => {
    const said: string[] = [];
    const settings = await loadSettings({ root, env, report: (text) => said.push(text) });
    return { settings, said };
  };
  return { env, file, open };
}

const old =
  "languages: [en]\nprivacy: { retentionDays: 7, redactForCloud: true, saveTranscripts: true }\nsite: { protectedBanks: [Health], include: [people] }\ncommit: { enabled: false }\n";

/** A vault of an earlier version, as it was written then. */
function useOld(hasGit = true): string {
  const root = hasGit ? useRepository({ "topics/a.md": "- a\n" }) : useVault({ "a.md": "- a\n" });
  writeFileSync(join(root, "loci.yaml"), old);
  if (hasGit) git(root, "add", "loci.yaml");
  if (hasGit) git(root, "commit", "-qm", "settings");
  return root;
}

test("the first open takes the stricter privacy of an earlier version over, once, and says so", async () => {
  const root = useOld();
  writeFiles(root, {
    ".loci/device.yaml":
      "privacy: { crossSession: false, retentionDays: 90 }\nmodel: { baseUrl: 'https://evil.example/v1' }\n",
    ".loci/privacy.json": "{}",
    ".loci/token": "x",
    ".loci/tokens.json": "{}",
  });
  // Not committed: what a push brought would not be either.
  writeFileSync(join(root, "loci.yaml"), "languages: [en]\nprivacy: { enabled: false }\n");
  const { open, file } = useDevice(root);
  const { settings, said } = await open();
  expect(settings).toMatchObject({
    privacy: {
      enabled: true,
      crossSession: false,
      retentionDays: 7,
      saveTranscripts: false,
      anonymize: "cloud",
    },
    site: { protectedBanks: ["Health"], include: [] },
    commit: { enabled: true },
  });
  expect(settings.model.baseUrl).toBeUndefined();
  const written = parse(readFileSync(file, "utf8"));
  expect(written).toEqual({
    vaults: {
      [root]: {
        privacy: { crossSession: false, retentionDays: 7, anonymize: "cloud" },
        site: { protectedBanks: ["Health"] },
      },
    },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [taken = "", ignored = ""] = said;
  expect(taken).toBe(
    `Took over for this vault: privacy.crossSession: false, privacy.retentionDays: 7, privacy.anonymize: "cloud", site.protectedBanks: ["Health"]; ${root}/.loci/device.yaml is not read any more: copy what else you want of it, and delete it (settings of a device are in ${file} now)`,
  );
  expect(ignored).toContain("Ignored in loci.yaml: privacy.");
  for (const name of ["token", "tokens.json", "privacy.json"]) {
    expect(existsSync(join(root, ".loci", name)), name).toBe(false);
  }
  const { settings: again, said: then } = await open();
  expect(then).toEqual([ignored]);
  expect(again).toEqual(settings);
});

test("commit.enabled false is taken over from .loci/device.yaml alone", async () => {
  const root = useOld();
  writeFiles(root, { ".loci/device.yaml": "commit:\n  enabled: false\n" });
  const { open } = useDevice(root);
  expect((await open()).settings.commit.enabled).toBe(false);
});

test("a vault without git is taken over by its loci.yaml, and what the device says already stays", async () => {
  const root = useOld(false);
  const { open, file } = useDevice(root);
  mkdirSync(join(file, ".."), { recursive: true });
  const mine = "# Mine.\nprivacy:\n  retentionDays: 3 # few\nvaults:\n";
  writeFileSync(file, mine);
  const { settings } = await open();
  expect(settings.privacy).toMatchObject({ retentionDays: 3, anonymize: "cloud" });
  const text = readFileSync(file, "utf8");
  expect(text).toContain("# Mine.\nprivacy:\n  retentionDays: 3 # few\n");
  expect(parse(text).vaults[root].privacy).toEqual({ anonymize: "cloud" });
});

test("a vault does not open where its stricter values cannot be written down", async () => {
  const root = useOld(false);
  const env = cleanEnv({ LOCI_CONFIG_DIR: "/dev/null/loci" });
  for (const _ of [1, 2]) {
    await expect(loadSettings({ root, env })).rejects.toThrow(
      /^Cannot write privacy\.retentionDays, .+ into "\/dev\/null\/loci\/device\.yaml": .+; make it writable, or set LOCI_CONFIG_DIR$/,
    );
  }
});

test("a pushed privacy.enabled and commit.enabled false neither turn memory off nor end sync", async () => {
  const root = useRepository({ "loci.yaml": "languages: [en]\n", "topics/a.md": "- Sage\n" });
  const loci = (...args: string[]) => runLoci([...args, "--vault", root]);
  expect((await loci("recall", "sage")).code).toBe(0);
  const pushed = "languages: [en]\nprivacy: { enabled: false }\ncommit: { enabled: false }\n";
  writeFileSync(join(root, "loci.yaml"), pushed);
  git(root, "commit", "-qam", "as it came by a push");
  const { code, stderr } = await loci("remember", "Likes tea", "--topic", "tea");
  expect(code).toBe(0);
  expect(stderr).toContain("Ignored in loci.yaml: privacy, commit.");
  expect(git(root, "log", "-1", "--format=%s")).toContain("tea: created, learned 1");
  const { stdout } = await runLoci(["chat", "--vault", root], {
    input: "My dentist is Dr Costa\n/end\n",
  });
  expect(stdout).not.toContain("off");
  expect((await loci("recall", "dentist")).stdout).toContain("Costa");
});

test("a limit that a pull changed is named once, by loci sync", async () => {
  const { first, second } = await useDevices();
  writeFileSync(join(first, "loci.yaml"), "split: {entries: 20}\n");
  await sync(first);
  const limit = "A limit in loci.yaml has changed: split.entries is 20, and was 50\n";
  expect((await say(second)).stderr).toBe(limit);
  appendFileSync(join(first, "topics/garden.md"), "- Rue in the pot\n");
  await sync(first);
  expect((await say(second)).stderr).toBe("");
});

test("a limit that a pull changed is named once, by doctor where nobody saw the sync", async () => {
  const root = useRepository({ "loci.yaml": "languages: [en]\n", "topics/a.md": "- Sage\n" });
  const doctor = async () => (await runLoci(["doctor", "--vault", root])).stdout;
  expect(await doctor()).not.toContain("limit");
  writeFileSync(join(root, "loci.yaml"), "prune: { max: 5 }\n");
  expect(await doctor()).toContain(
    "loci.yaml: A limit in loci.yaml has changed: prune.max is 5, and was 0",
  );
  expect(await doctor()).not.toContain("limit");
});

test("settings of a device cannot be kept in the vault", async () => {
  const root = useVault({ "loci.yaml": "", "config/device.yaml": "person: eve\n" });
  const env = { LOCI_CONFIG_DIR: join(root, "config") };
  const { code, stderr } = await runLoci(["recall", "x", "--vault", root], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining("it lies in the vault")]);
});

test("what an archive brings in .loci decides nothing: which remote was synced with, what of the index is secret", async () => {
  const root = useVault({
    "topics/a.md": "- a\n",
    ".loci/sync.json": '{"asked":"https://evil.example/x","remote":"https://evil.example/x"}',
    ".loci/index.db": "theirs",
  });
  const { open } = useDevice(root);
  await open();
  const brought = ["sync.json", "index.db"].map((name) => join(root, ".loci", name));
  expect(brought.filter((file) => existsSync(file))).toEqual([]);
  for (const file of brought) writeFileSync(file, "ours");
  await open();
  expect(brought.filter((file) => existsSync(file))).toEqual(brought);
});
