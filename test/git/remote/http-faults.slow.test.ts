import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo } from "../../sync/repo.ts";
import type { Fault } from "../servers/http-faults.ts";
import { type Device, failureOf, openDevice, serveBare } from "./device.ts";

/** A server with one commit by somebody else, and a device that has not seen it yet. */
async function start(timeoutMs = 20_000, more: NodeJS.ProcessEnv = {}) {
  const { server, bare, url } = await serveBare({ token: "t0ken" });
  const other = createRepo();
  other.git("push", "-q", bare.path, "main");
  const env = { LOCI_SYNC_TOKEN: "t0ken", ...more };
  const device = await openDevice(url, { env, settings: { timeoutMs } });
  return { server, bare, device, tip: other.git("rev-parse", "HEAD").trim() };
}

/** Nothing of a failed fetch is left: no draft, no pack, no object. */
function expectUntouched(device: Device): void {
  const objects = join(device.repo.root, ".git/objects");
  expect(readdirSync(objects).sort()).toEqual(["info", "pack"]);
  expect(readdirSync(join(objects, "pack"))).toEqual([]);
}

describe("refs() over http tells why it failed:", () => {
  const faults: [string, Omit<Fault, "on">, string][] = [
    ["401", { status: 401 }, "auth"],
    ["404", { status: 404 }, "gone"],
    ["503", { status: 503, body: "back soon", type: "text/plain" }, "network"],
    ["garbage", { body: "not git at all" }, "damaged"],
    ["a list that ends early as if complete", { endAfter: 120 }, "network"],
    ["silence", { hangAfter: 0 }, "network"],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const { server, device } = await start(fault.hangAfter === undefined ? 20_000 : 1_000);
    server.fault = { on: "advert", ...fault };
    const failure = await failureOf(device.remote.refs());
    const message = expect.stringMatching(/^Cannot sync with http.*[^.]$/s);
    expect(failure).toMatchObject({ reason, message });
    expect(JSON.stringify(failure)).not.toContain("t0ken");
  });
});

describe("fetch() over http tells why it failed, and leaves nothing behind:", () => {
  const turned = (body: Buffer): Buffer => {
    const at = body.indexOf("PACK") + 20;
    return Buffer.from(body.map((byte, index) => (index === at ? byte ^ 0xff : byte)));
  };
  const html = { body: "<html>log in</html>", type: "text/html" };
  const faults: [string, Omit<Fault, "on">, string][] = [
    ["a login page", html, "damaged"],
    ["a redirect", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }, "gone"],
    ["a pack cut by the network", { cutAfter: 300 }, "network"],
    ["silence in the pack", { hangAfter: 300 }, "network"],
    ["one wrong byte in the pack", { change: turned }, "damaged"],
  ];
  const ways = [
    ["by git", {}, faults],
    ["without git", { PATH: "/nonexistent" }, faults.slice(0, 4)],
  ] as const;

  describe.each(ways)("%s", (_way, env, some) => {
    test.each(some)("%s", async (_, fault, reason) => {
      const { server, device, tip } = await start(2_000, env);
      server.fault = { on: "pack", ...fault, once: true };
      expect((await failureOf(device.remote.fetch("main", []))).reason).toBe(reason);
      expectUntouched(device);
      expect(await device.pull()).toBe(tip); // The next round succeeds.
      device.repo.git("reset", "-q", "--hard", tip);
      device.repo.fsck();
    });
  });

  test("the caller aborts in the pack", async () => {
    const { server, device } = await start();
    server.fault = { on: "pack", hangAfter: 100 };
    const enough = AbortSignal.timeout(200);
    await expect(device.remote.fetch("main", [], enough)).rejects.toThrow("timeout");
    expectUntouched(device);
  });
});

describe("push() over http tells why it failed:", () => {
  const startPush = async (timeoutMs?: number) => {
    const started = await start(timeoutMs);
    const { device } = started;
    const from = await device.pull();
    device.repo.git("reset", "-q", "--hard", from);
    const move = { branch: "main", from, to: device.commit("a.md", "- a\n") };
    return { ...started, move };
  };

  test.each([
    ["too large", { status: 413 }, "full"],
    ["silence", { hangAfter: 0 }, "network"],
  ] as const)("%s", async (_, fault, reason) => {
    const { server, device, move } = await startPush("hangAfter" in fault ? 2_000 : 20_000);
    server.fault = { on: "push", ...fault, once: true };
    expect((await failureOf(device.remote.push(move))).reason).toBe(reason);
    // Whatever the server did with it: the next round comes to an end.
    const from = (await device.remote.refs()).branches.get("main");
    expect(await device.remote.push({ ...move, from })).toBe("pushed");
  });

  test("a hook, in its own words, without control characters", async () => {
    const { bare, device, move } = await startPush();
    const hook = "#!/bin/sh\nprintf 'only on \\033[31mmondays\\033[0m\\n' >&2; exit 1\n";
    mkdirSync(join(bare.path, "hooks"), { recursive: true });
    writeFileSync(join(bare.path, "hooks/pre-receive"), hook, { mode: 0o755 });
    const failure = await failureOf(device.remote.push(move));
    expect(failure).toMatchObject({ reason: "rejected" });
    expect(failure.message).toContain("only on mondays");
    expect(failure.message).not.toMatch(/\p{Cc}/u);
  });
});
