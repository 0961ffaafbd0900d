import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, openDevice } from "./devices.ts";
import { createFullRemote } from "./full-remote.ts";
import { isSampled } from "./sample-kills.ts";
import { syncRequest } from "./sync-request.ts";

const script = join(import.meta.dirname, "dying-sync.ts");

test("joinRemote() killed at calls it makes to the disk goes on when run again", async () => {
  const remote = createFullRemote();
  const run = (root: string, nth: number, death: string) =>
    spawnSync(process.execPath, [script, "join", root, String(nth), death, remote], {
      encoding: "utf8",
    });
  const first = run(useTempFolder(), 0, "after");
  expect(first.stderr).toBe("");
  const calls = first.stdout.split(" ");
  expect(calls.length).toBeGreaterThan(30);
  const whole = await createDevice("whole", remote);
  for (const [at, name] of calls.entries()) {
    if (!isSampled(at, 9)) continue;
    const death = name === "create" && at % 2 === 1 ? "half" : "after";
    const root = useTempFolder();
    const killed = run(root, at + 1, death);
    expect(killed.signal, `${at} ${killed.stderr}`).toBe("SIGKILL");
    const told = `killed ${death} call ${at + 1}, ${name}`;
    const report = await joinRemote({ ...syncRequest(root), url: remote }).catch((e) => e);
    const isDone = report instanceof Error && /not empty/.test(report.message);
    if (!isDone) expect(report, told).toMatchObject({ remote });
    const device = openDevice("again", root);
    expect(device.files(), told).toEqual(whole.files());
    expect(device.status(), told).toBe("");
    expect(await device.sync(), told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    device.fsck();
  }
}, 1_200_000);
