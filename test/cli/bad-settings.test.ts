import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { writeDeviceSettings } from "../temp.ts";
import { git, say, sync, useDevices } from "./synced-vaults.ts";

test("a loci.yaml from elsewhere that this Loci cannot use locks no device out: the fixed one can be pulled", async () => {
  const { first, second } = await useDevices();
  writeFileSync(join(first, "loci.yaml"), "languages: [en]\nfutureKey: 1\n");
  git(first, "commit", "-qam", "newer");
  git(first, "push", "-q", "origin", "HEAD");
  expect((await say(second)).stdout).toContain("Pulled 1");
  const { code, stderr } = await say(second);
  expect(code).toBe(0);
  expect(stderr).toContain('Cannot use "futureKey" in loci.yaml, line 2');
  expect(stderr).toContain("Until it is fixed");
  expect((await runLoci(["sync", "--status", "--vault", second])).code).toBe(0);
  expect((await runLoci(["up", "--vault", second, "--port", "0"], { input: "/help\n" })).code).toBe(
    0,
  );
  const other = await runLoci(["recall", "hose", "--vault", second]);
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("futureKey") });

  writeFileSync(join(first, "loci.yaml"), "languages: [en]\n");
  git(first, "commit", "-qam", "mended");
  git(first, "push", "-q", "origin", "HEAD");
  expect(await sync(second)).toMatchObject({ pulled: 1 });
  expect(readFileSync(join(second, "loci.yaml"), "utf8")).toBe("languages: [en]\n");
  expect((await runLoci(["recall", "hose", "--vault", second])).code).toBe(0);
});

test("a vault with such a loci.yaml can be joined", async () => {
  const { bare, first, second } = await useDevices();
  writeFileSync(join(first, "loci.yaml"), "banks: [Work\n");
  git(first, "commit", "-qam", "broken");
  git(first, "push", "-q", "origin", "HEAD");
  const third = `${second}-third`;
  const joined = await runLoci(["init", third, "--from", bare]);
  expect(joined, joined.stderr).toMatchObject({ code: 0 });
});

test("a token file in the vault is not committed before it is refused", async () => {
  const { first } = await useDevices();
  writeFileSync(join(first, "my-token.txt"), "abc\n", { mode: 0o600 });
  writeDeviceSettings(first, "sync:\n  tokenFile: my-token.txt\n");
  const { stdout } = await say(first);
  expect(stdout).toContain("Not committed: my-token.txt: the settings of this device name it");
  expect(git(first, "ls-files")).not.toContain("my-token");
});
