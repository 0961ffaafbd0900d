import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRepo } from "../../sync/repo.ts";
import type { Fault } from "../servers/http-faults.ts";
import { type Device, failureOf, openDevice, runGit, serveBare } from "./device.ts";

/** A bare repository with one commit, made once. */
const template = { path: "", tip: "" };

beforeAll(() => {
  template.path = mkdtempSync(join(tmpdir(), "loci-test-bare-"));
  const { git, write } = openRepo(template.path);
  git("init", "-q", "-b", "main");
  for (const topic of ["cooking", "travel"])
    write(
      `topics/${topic}.md`,
      `- ${topic}
`,
    );
  git("add", "-A");
  git("commit", "-qm", "first");
  template.tip = git("rev-parse", "HEAD").trim();
});

afterAll(() => rmSync(template.path, { recursive: true, force: true }));

/** A server with one commit by somebody else, and a device that has not seen it yet. */
async function start(settings: { timeoutMs?: number } = {}) {
  const { server, bare, url } = await serveBare({ token: "t0ken" });
  cpSync(join(template.path, ".git"), bare.path, {
    recursive: true,
    filter: (path) => !path.endsWith("/config"),
  });
  const env = { LOCI_SYNC_TOKEN: "t0ken" };
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
  const faults: [string, Fault, string][] = [
    ["401", { on: "advert", status: 401 }, "auth"],
    ["403", { on: "advert", status: 403, body: "no scope", type: "text/plain" }, "auth"],
    ["404", { on: "advert", status: 404 }, "gone"],
    ["410", { on: "advert", status: 410 }, "gone"],
    ["413", { on: "advert", status: 413 }, "full"],
    ["429", { on: "advert", status: 429 }, "network"],
    ["500", { on: "advert", status: 500 }, "network"],
    ["503", { on: "advert", status: 503, body: "back soon", type: "text/plain" }, "network"],
    ["507", { on: "advert", status: 507 }, "full"],
    ["garbage", { on: "advert", body: "not git at all" }, "damaged"],
    ["bytes that are no packets", { on: "advert", body: Buffer.alloc(4000, 0xfe) }, "damaged"],
    ["a list cut by the network", { on: "advert", cutAfter: 120 }, "network"],
    ["a list cut in a packet's length", { on: "advert", cutAfter: 2 }, "network"],
    ["a list that ends early as if complete", { on: "advert", endAfter: 120 }, "network"],
    ["an empty answer", { on: "advert", endAfter: 0 }, "network"],
    ["silence", { on: "advert", hangAfter: 0 }, "timeout"],
    ["silence in the middle", { on: "advert", hangAfter: 50 }, "timeout"],
    [
      "an error in git's words",
      { on: "advert", body: "001e# service=git-upload-pack\n0000001aERR access denied you\n" },
      "auth",
    ],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const { server, device } = await start({
      timeoutMs: fault.hangAfter === undefined ? 20_000 : 1_000,
    });
    server.fault = fault;
    const failure = await failureOf(device.remote.refs());
    expect(failure).toMatchObject({
      reason,
      message: expect.stringMatching(/^Cannot sync with http/),
    });
    expect(JSON.stringify(failure)).not.toContain("t0ken");
    expect(failure.message).not.toMatch(/\.$/);
  });

  test("a list at one byte a second", async () => {
    const { server, device } = await start({ timeoutMs: 15 });
    server.fault = { on: "advert", bytesPerSecond: 100 };
    expect(await failureOf(device.remote.refs())).toMatchObject({
      reason: "timeout",
      fix: "check the network; `loci up` tries again by itself",
    });
  });
});

describe("fetch() over http tells why it failed, and leaves nothing behind:", () => {
  const faults: [string, Fault, string][] = [
    ["503", { on: "pack", status: 503 }, "network"],
    ["a login page", { on: "pack", ...html }, "damaged"],
    [
      "a redirect",
      { on: "pack", status: 302, headers: { Location: "http://127.0.0.1:1/" } },
      "gone",
    ],
    ["garbage", { on: "pack", body: "garbage that is no packet" }, "damaged"],
    ["a pack cut by the network", { on: "pack", cutAfter: 300 }, "network"],
    ["a pack that ends early as if complete", { on: "pack", endAfter: 300 }, "network"],
    ["silence in the pack", { on: "pack", hangAfter: 300 }, "timeout"],
    [
      "one wrong byte in the pack",
      { on: "pack", change: (b) => flip(b, b.indexOf("PACK") + 20) },
      "damaged",
    ],
    [
      "a count that is wrong",
      { on: "pack", change: (b) => flip(b, b.indexOf("PACK") + 11) },
      "damaged",
    ],
    [
      "git says no",
      { on: "pack", body: Buffer.from("0035ERR upload-pack: not our ref 1234567890123456789\n") },
      "network",
    ],
    [
      "git breaks off",
      { on: "pack", body: Buffer.from("0008NAK\n0015\x03fatal: no memory0000") },
      "damaged",
    ],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const timeoutMs = fault.hangAfter === undefined ? 20_000 : 2_000;
    const { server, device, tip } = await start({ timeoutMs });
    await device.remote.refs();
    server.fault = { ...fault, once: true };
    const failure = await failureOf(device.remote.fetch("main", []));
    expect(failure).toMatchObject({ reason });
    expect(JSON.stringify(failure)).not.toContain("t0ken");
    expectUntouched(device);
    await device.pull(); // and the next round succeeds
    device.repo.git("reset", "-q", "--hard", tip);
    device.repo.fsck();
  });

  test("the caller aborts in the pack", async () => {
    const { server, device } = await start({ timeoutMs: 20_000 });
    await device.remote.refs();
    server.fault = { on: "pack", hangAfter: 100 };
    const signal = AbortSignal.timeout(200);
    await expect(device.remote.fetch("main", [], signal)).rejects.toBe(await reasonOf(signal));
    expectUntouched(device);
  });
});

test("fetch() over http reads a gzipped answer", async () => {
  const { server, device, tip } = await start();
  for (const on of ["advert", "pack"] as const) {
    server.fault = { on, gzip: true };
    expect(await device.pull()).toBe(tip);
  }
  device.repo.git("reset", "-q", "--hard", tip);
  device.repo.fsck();
});

describe("push() over http tells why it failed:", () => {
  const faults: [string, Fault, string][] = [
    ["read only", { on: "push-advert", status: 403 }, "auth"],
    ["too large", { on: "push", status: 413 }, "full"],
    ["in trouble", { on: "push", status: 502 }, "network"],
    ["garbage", { on: "push", body: "garbage" }, "damaged"],
    ["silence", { on: "push", hangAfter: 0 }, "timeout"],
    [
      "a redirect",
      { on: "push", status: 307, headers: { Location: "/vault.git/git-receive-pack" } },
      "gone",
    ],
  ];

  test.each(faults)("%s", async (_, fault, reason) => {
    const timeoutMs = fault.hangAfter === undefined ? 20_000 : 2_000;
    const { server, device } = await start({ timeoutMs });
    const from = await device.pull();
    device.repo.git("reset", "-q", "--hard", from);
    const to = device.commit("a.md", "- a\n");
    server.fault = { ...fault, once: true };
    const failure = await failureOf(device.remote.push({ branch: "main", from, to }));
    expect(failure).toMatchObject({ reason });
    expect(server.requests.filter(({ method }) => method === "POST").length).toBeLessThan(3);
    // whatever the server did with it: the next round comes to an end
    const { branches } = await device.remote.refs();
    const now = branches.get("main");
    expect(await device.remote.push({ branch: "main", from: now, to })).toBe("pushed");
  });

  test("the answer is lost: the next round sees that it is done", async () => {
    const { server, bare, device } = await start({ timeoutMs: 20_000 });
    const from = await device.pull();
    device.repo.git("reset", "-q", "--hard", from);
    const to = device.commit("a.md", "- a\n");
    server.fault = { on: "push", cutAfter: 0, once: true };
    const failure = await failureOf(device.remote.push({ branch: "main", from, to }));
    expect(failure.reason).toBe("network");
    expect(bare.git("rev-parse", "main").trim()).toBe(to);
    expect(await device.remote.push({ branch: "main", from, to })).toBe("pushed");
    expect((await device.remote.refs()).branches.get("main")).toBe(to);
  });

  test("the branch moves between list and push: raced", async () => {
    const { server, bare, device } = await start({ timeoutMs: 20_000 });
    const from = await device.pull();
    device.repo.git("reset", "-q", "--hard", from);
    const to = device.commit("a.md", "- a\n");
    const theirs = device.repo
      .git("commit-tree", "-p", from, "-m", "theirs", `${from}^{tree}`)
      .trim();
    device.repo.git("push", "-q", bare.path, `${theirs}:refs/heads/side`);
    server.beforeGit = async (point) => {
      if (point !== "push") return;
      server.beforeGit = undefined;
      await runGit(bare.path, ["update-ref", "refs/heads/main", theirs]);
    };
    expect(await device.remote.push({ branch: "main", from, to })).toBe("raced");
    expect(bare.git("rev-parse", "main").trim()).toBe(theirs);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

async function reasonOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) {
    await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  }
  return signal.reason;
}
