import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRepo } from "../../sync/repo.ts";
import type { Fault } from "../servers/http-faults.ts";
import { type Device, failureOf, openDevice, serveBare } from "./device.ts";

/** A bare repository with one commit, made once. */
const template = { path: "", tip: "" };

beforeAll(() => {
  template.path = mkdtempSync(join(tmpdir(), "loci-test-bare-"));
  const { git, write } = openRepo(template.path);
  git("init", "-q", "-b", "main");
  write("topics/cooking.md", "- cooking\n");
  git("add", "-A");
  git("commit", "-qm", "first");
  template.tip = git("rev-parse", "HEAD").trim();
});

afterAll(() => rmSync(template.path, { recursive: true, force: true }));

/** A server with one commit by somebody else, and a device that has not seen it yet. */
async function start(settings: { timeoutMs?: number } = {}, more: NodeJS.ProcessEnv = {}) {
  const { server, bare, url } = await serveBare({ token: "t0ken" });
  cpSync(join(template.path, ".git"), bare.path, {
    recursive: true,
    filter: (path) => !path.endsWith("/config"),
  });
  const env = { LOCI_SYNC_TOKEN: "t0ken", ...more };
  const device = await openDevice(url, { env, settings: { timeoutMs: 1000, ...settings } });
  return { server, bare, device, tip: template.tip };
}

/** Nothing of a failed fetch is left: no draft, no pack, no object. */
function expectUntouched(device: Device): void {
  const git = join(device.repo.root, ".git");
  expect(readdirSync(join(git, "objects")).sort()).toEqual(["info", "pack"]);
  expect(readdirSync(join(git, "objects/pack"))).toEqual([]);
}

const html = { body: "<html>log in</html>", type: "text/html" };

describe("refs() over http tells why it failed:", () => {
  const on = "advert";
  const faults: [string, Omit<Fault, "on">, string][] = [
    ["401", { status: 401 }, "auth"],
    ["404", { status: 404 }, "gone"],
    ["503", { status: 503, body: "back soon", type: "text/plain" }, "network"],
    ["garbage", { body: "not git at all" }, "damaged"],
    ["a list cut by the network", { cutAfter: 120 }, "network"],
    ["a list that ends early as if complete", { endAfter: 120 }, "network"],
    ["silence", { hangAfter: 0 }, "network"],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const timeoutMs = fault.hangAfter === undefined ? 20_000 : 1_000;
    const { server, device } = await start({ timeoutMs });
    server.fault = { on, ...fault };
    const failure = await failureOf(device.remote.refs());
    const message = expect.stringMatching(/^Cannot sync with http.*[^.]$/s);
    expect(failure).toMatchObject({ reason, message });
    expect(JSON.stringify(failure)).not.toContain("t0ken");
  });

  test("a list at one byte a second", async () => {
    const { server, device } = await start({ timeoutMs: 15 });
    server.fault = { on, bytesPerSecond: 100 };
    expect((await failureOf(device.remote.refs())).reason).toBe("network");
  });
});

describe("fetch() over http tells why it failed, and leaves nothing behind:", () => {
  const on = "pack";
  const packAt = (bytes: Buffer, offset: number) => flip(bytes, bytes.indexOf("PACK") + offset);
  const faults: [string, Omit<Fault, "on">, string][] = [
    ["a login page", html, "damaged"],
    ["a redirect", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }, "gone"],
    ["a pack cut by the network", { cutAfter: 300 }, "network"],
    ["silence in the pack", { hangAfter: 300 }, "network"],
    ["one wrong byte in the pack", { change: (b) => packAt(b, 20) }, "damaged"],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const timeoutMs = fault.hangAfter === undefined ? 20_000 : 2_000;
    const { server, device, tip } = await start({ timeoutMs });
    server.fault = { on, ...fault, once: true };
    expect((await failureOf(device.remote.fetch("main", []))).reason).toBe(reason);
    expectUntouched(device);
    await device.pull(); // and the next round succeeds
    device.repo.git("reset", "-q", "--hard", tip);
    device.repo.fsck();
  });

  test.each(faults.slice(0, 4))("%s, without git", async (_, fault, reason) => {
    const { server, device, tip } = await start({ timeoutMs: 2_000 }, { PATH: "/nonexistent" });
    server.fault = { on, ...fault, once: true };
    expect((await failureOf(device.remote.fetch("main", []))).reason).toBe(reason);
    expectUntouched(device);
    expect(await device.pull()).toBe(tip);
  });

  test("the caller aborts in the pack", async () => {
    const { server, device } = await start({ timeoutMs: 20_000 });
    server.fault = { on, hangAfter: 100 };
    const enough = AbortSignal.timeout(200);
    await expect(device.remote.fetch("main", [], enough)).rejects.toThrow("timeout");
    expectUntouched(device);
  });
});

describe("push() over http tells why it failed:", () => {
  const startPush = async (timeoutMs = 20_000) => {
    const started = await start({ timeoutMs });
    const from = await started.device.pull();
    started.device.repo.git("reset", "-q", "--hard", from);
    return {
      ...started,
      move: { branch: "main", from, to: started.device.commit("a.md", "- a\n") },
    };
  };

  test.each([
    ["too large", { on: "push", status: 413 }, "full"],
    ["garbage", { on: "push", body: "garbage" }, "damaged"],
    ["silence", { on: "push", hangAfter: 0 }, "network"],
  ] as const)("%s", async (_, fault, reason) => {
    const { server, device, move } = await startPush("hangAfter" in fault ? 2_000 : 20_000);
    server.fault = { ...fault, once: true };
    expect((await failureOf(device.remote.push(move))).reason).toBe(reason);
    // whatever the server did with it: the next round comes to an end
    const from = (await device.remote.refs()).branches.get("main");
    expect(await device.remote.push({ ...move, from })).toBe("pushed");
  });

  test.each([
    ["rejected", "only on mondays", "only on \\033[31mmondays\\033[0m"],
    ["full", "quota exceeded", "repository quota exceeded"],
  ])("a hook (%s), in its own words, without control characters", async (reason, said, words) => {
    const { bare, device, move } = await startPush();
    const hook = `#!/bin/sh\nprintf '${words}\\n' >&2; exit 1\n`;
    mkdirSync(join(bare.path, "hooks"), { recursive: true });
    writeFileSync(join(bare.path, "hooks/pre-receive"), hook, { mode: 0o755 });
    const failure = await failureOf(device.remote.push(move));
    expect(failure).toMatchObject({ reason, message: expect.stringContaining(said) });
    expect(failure.message).not.toMatch(/\p{Cc}/u);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
