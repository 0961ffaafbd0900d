import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createRepo } from "../../sync/repo.ts";
import { failureOf, openDevice, runGit, serveBare } from "./device.ts";

const token = "s3cr3t-T0KEN";
const withToken = { LOCI_SYNC_TOKEN: token };

describe("a server's own rules", () => {
  test.each([
    ["a hook", "rejected", "echo 'only on \u001b[31mmondays\u001b[0m' >&2; exit 1"],
    ["a quota", "full", "echo 'repository quota exceeded' >&2; exit 1"],
  ])(
    "%s refuses a push with its own words, without control characters",
    async (_, reason, hook) => {
      const { bare, url } = await serveBare({ token });
      mkdirSync(join(bare.path, "hooks"), { recursive: true });
      writeFileSync(join(bare.path, "hooks/pre-receive"), `#!/bin/sh\n${hook}\n`, { mode: 0o755 });
      const device = await openDevice(url, { repo: createRepo(), env: withToken });
      const move = { branch: "main", from: undefined, to: device.oid() };
      const failure = await failureOf(device.remote.push(move));
      expect(failure).toMatchObject({
        reason,
        message: expect.stringContaining("pre-receive hook declined"),
      });
      expect(failure.message).toContain(reason === "full" ? "quota exceeded" : "only on mondays");
      expect(failure.message).not.toMatch(/\p{Cc}/u);
    },
  );

  test("eight devices push at once: one wins each time, and all get through", async () => {
    const { bare, url } = await serveBare({ token });
    createRepo().git("push", "-q", bare.path, "main");
    const devices = await Promise.all(
      Array.from({ length: 8 }, () =>
        openDevice(url, { env: withToken, settings: { timeoutMs: 20_000 } }),
      ),
    );
    const push = async (device: (typeof devices)[number], index: number): Promise<void> => {
      for (let round = 0; round < 40; round++) {
        await sleep(Math.random() * 100 * round);
        const from = await device.pull();
        const args = ["commit-tree", "-p", from, "-m", `device ${index}`, `${from}^{tree}`];
        const to = (await runGit(device.repo.root, args)).trim();
        if ((await device.remote.push({ branch: "main", from, to })) === "pushed") return;
      }
      throw new Error("it never got through");
    };
    await Promise.all(devices.map(push));
    expect(bare.git("rev-list", "--count", "main").trim()).toBe("9");
    bare.git("fsck", "--strict", "--no-dangling");
  }, 300_000);
});
