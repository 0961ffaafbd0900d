import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSettings } from "../../src/app/vault/load-settings.ts";
import { serveBare } from "../git/remote/device.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { git, say, sync, useBare, useDevices } from "../synced-vaults.ts";
import { useTempFolder, useVault, writeDeviceSettings } from "../temp.ts";

test("a loci.yaml from elsewhere that this Loci cannot use locks no device out: the fixed one can be pulled", async () => {
  const { bare, first, second } = await useDevices();
  writeFileSync(join(first, "loci.yaml"), "languages: [en]\nfutureKey: 1\n");
  git(first, "commit", "-qam", "newer");
  git(first, "push", "-q", "origin", "HEAD");
  expect((await say(second)).stdout).toContain("Pulled 1");
  const { code, stderr } = await say(second);
  expect(code).toBe(0);
  expect(stderr).toContain('Cannot use "futureKey" in loci.yaml, line 2');
  expect(stderr).toContain("until it is fixed");
  expect((await runLoci(["sync", "--status", "--vault", second])).code).toBe(0);
  expect((await runLoci(["up", "--vault", second, "--port", "0"], { input: "/help\n" })).code).toBe(
    0,
  );
  const other = await runLoci(["recall", "hose", "--vault", second]);
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("futureKey") });

  expect((await runLoci(["init", `${second}-third`, "--from", bare])).code).toBe(0);

  writeFileSync(join(first, "loci.yaml"), "languages: [en]\n");
  git(first, "commit", "-qam", "mended");
  git(first, "push", "-q", "origin", "HEAD");
  expect(await sync(second)).toMatchObject({ pulled: 1 });
  expect(readFileSync(join(second, "loci.yaml"), "utf8")).toBe("languages: [en]\n");
  expect((await runLoci(["recall", "hose", "--vault", second])).code).toBe(0);
});

test("until it is fixed, what it said before holds", async () => {
  const root = useVault({ "loci.yaml": "banks: [Garden, General]\n" });
  const load = () => loadSettings({ root, env: cleanEnv(), toleratesBadSettings: true });
  const before = await load();
  expect(before.banks).toEqual(["Garden", "General"]);
  writeFileSync(join(root, "loci.yaml"), "banks: [Work\n");
  expect(await load()).toEqual(before);
});

test("a token file goes to the remote's host; one in the vault is refused, and not committed before", async () => {
  const { first } = await useDevices();
  const { bare, url } = await serveBare({ token: "abc" });
  const [tokenFile, inside] = [join(useTempFolder(), "token"), join(first, "my-token.txt")];
  for (const file of [tokenFile, inside]) writeFileSync(file, "abc\n");
  writeDeviceSettings(first, `sync:\n  tokenFile: ${inside}\n`);
  const { code, stderr } = await say(first, "--remote", url);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /Cannot read the key from "[^"]*my-token\.txt": it lies in the vault, which is synced/,
  );
  const local = await sync(first, "--remote", useBare());
  expect(local).toMatchObject({
    heldBack: [
      { path: "my-token.txt", reason: expect.stringContaining("settings of this device") },
    ],
  });
  expect(git(first, "ls-files")).not.toContain("my-token");
  writeDeviceSettings(first, `sync:\n  tokenFile: ${tokenFile}\n`);
  expect((await say(first, "--remote", url)).code).toBe(0);
  expect(bare.git("rev-parse", "main")).toBe(git(first, "rev-parse", "main"));
});
