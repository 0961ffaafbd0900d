import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { setRemote } from "../../src/git/remote/set-remote.ts";
import { createBare, createDevice, createOwn, type Device } from "./devices.ts";
import { openRepo } from "./repo.ts";

const list = (...texts: string[]): string => texts.map((text) => `- ${text}\n`).join("");

async function createStart(files: Record<string, string>): Promise<[string, Device]> {
  const remote = createBare();
  const device = await createDevice("laptop", remote);
  for (const [path, text] of Object.entries(files)) device.write(path, text);
  await device.sync();
  return [remote, device];
}

describe("syncVault() with a remote that takes no push", () => {
  test("guards the first one again, after another that could be read only", async () => {
    const [first, laptop] = await createStart({ "topics/a.md": list("a") });
    const [other] = await createStart({ "topics/b.md": list("b"), "topics/a.md": list("x") });
    const gitDir = join(laptop.root, ".git");
    await setRemote(gitDir, "origin", other, { clock: deviceClock });
    openRepo(other).git("config", "receive.maxInputSize", "1");
    const failed = await laptop.sync().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "SYNC_FAILED",
      message: expect.stringContaining(`Cannot sync with ${other}: `),
      data: { reason: expect.any(String) },
    });
    await setRemote(gitDir, "origin", first, { clock: deviceClock });
    expect(await laptop.sync()).toMatchObject({ remote: first });
    openRepo(first).git("update-ref", "-d", "refs/heads/main");
    await expect(laptop.sync()).rejects.toMatchObject({
      data: {
        reason: "rewritten",
        fix: expect.stringMatching(/^find out first.*--accept-rewrite/),
      },
    });
  });

  test("keeps what was pulled from a folder that takes no push", async () => {
    const there = await createOwn("there");
    there.write("a.md", list("a"));
    await there.sync();
    const laptop = await createDevice("laptop", there.root);
    there.append("a.md", list("b"));
    await there.sync();
    expect(await laptop.sync()).toMatchObject({ pulled: 1, pushed: 0 });
    there.append("a.md", list("c"));
    await there.sync();
    laptop.write("mine.md", list("mine"));
    await expect(laptop.sync()).rejects.toMatchObject({
      message: expect.stringMatching(/^Cannot sync with \S+: .* checked out there/),
    });
    expect(laptop.files()["a.md"]).toBe(list("a", "b", "c"));
  });
});
