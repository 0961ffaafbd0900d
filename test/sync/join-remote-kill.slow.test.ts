import { expect, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, openDevice } from "./devices.ts";
import { createFullRemote } from "./full-remote.ts";
import { kills, oneOf, runJob } from "./kills.ts";
import { syncRequest } from "./sync-request.ts";

test("joinRemote() killed at calls it makes to the disk goes on when run again", async () => {
  const url = createFullRemote();
  const calls = runJob("join", useTempFolder(), url);
  expect(calls.length).toBeGreaterThan(30);
  const whole = await createDevice("whole", url);
  const prepare = () => ({ root: useTempFolder() });
  for (const [{ root }, told] of kills({ job: "join", calls, prepare, pick: oneOf(9), url })) {
    const report = await joinRemote({ ...syncRequest(root), url }).catch((e) => e);
    const isDone = report instanceof Error && /not empty/.test(report.message);
    if (!isDone) expect(report, told).toMatchObject({ remote: url });
    const device = openDevice("again", root);
    expect(device.files(), told).toEqual(whole.files());
    expect(device.status(), told).toBe("");
    expect(await device.sync(), told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    device.fsck();
  }
}, 1_200_000);
