import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, createFullRemote, openDevice } from "./devices.ts";
import { openRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

describe("joinRemote()", () => {
  test("makes the vault that git would clone", async () => {
    const remote = createFullRemote();
    const root = join(useTempFolder(), "deep", "vault");
    const report = await joinRemote({ ...syncRequest(root), url: remote });
    const repo = openDevice("laptop", root);
    const clone = join(useTempFolder(), "clone");
    openRepo(remote).git("clone", "-q", remote, clone);
    expect(repo.files()).toEqual(openDevice("clone", clone).files());
    expect(report).toMatchObject({ pulled: 2, pushed: 0, committed: 0, remote, branch: "main" });
    expect(report.head).toBe(repo.git("rev-parse", "HEAD").trim());
    expect(repo.status()).toBe("");
    expect(repo.git("rev-parse", "@{upstream}").trim()).toBe(report.head);
    expect(repo.git("status", "-sb")).toBe("## main...origin/main\n");
    repo.fsck();
    const plain = join(useTempFolder(), "plain");
    openRepo(remote).git("clone", "-q", remote, plain);
    for (const full of [root, plain]) {
      const refused = await joinRemote({ ...syncRequest(full), url: remote }).catch((e) => e);
      expect(refused).toMatchObject({ code: "BAD_INPUT" });
    }
    expect(await repo.sync()).toMatchObject({ pulled: 0, pushed: 0, head: report.head });
  });

  test("takes the branch that the remote calls its own", async () => {
    const device = await createDevice("laptop", createFullRemote("trunk"));
    expect(device.git("symbolic-ref", "HEAD")).toBe("refs/heads/trunk\n");
    device.append("topics/cooking.md", "- more\n");
    expect(await device.sync()).toMatchObject({ committed: 1, pushed: 1, branch: "trunk" });
  });
});
