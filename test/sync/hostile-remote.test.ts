import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readAdvert } from "../../src/git/remote/advert.ts";
import { openCredentials } from "../../src/git/remote/credentials.ts";
import { createPacketReader, packet } from "../../src/git/remote/packet.ts";
import { hideAll } from "../../src/git/remote/remote-failed.ts";
import { readCommit } from "../../src/sync/history/read-commit.ts";
import { failureOf, openDevice, serveBare } from "../git/remote/device.ts";
import { useTempFolder } from "../temp.ts";
import { meetEvil, store } from "./meet-evil.ts";
import { gitEnv, type TestRepo } from "./repo.ts";

describe("a commit whose signature no git wrote", () => {
  const read = (author: string, committer = "Ana <ana@example.org> 1700000000 +0000") => {
    const text = `tree ${"a".repeat(40)}\nauthor ${author}\ncommitter ${committer}\n\nx\n\nA: ${" \t".repeat(40_000)}\rb\nB: c`;
    return readCommit({ read: async () => Buffer.from(text) }, "x");
  };

  test.each(["<".repeat(1_000_000), "> ".repeat(500_000), `a <${"b".repeat(1_000_000)}`])(
    "%#: is read in no time",
    { timeout: 30_000 },
    async (author) => {
      expect((await read(author)).authoredAt).toBe(0);
    },
  );

  test.each(["99999999999999999 +0000", "-5 +0000", "253402300800 +0000", "x", ""])(
    "has a date that can be shown: %s",
    async (when) => {
      const { authoredAt, author } = await read(`Ana <ana@example.org> ${when}`);
      expect({ authoredAt, author }).toEqual({ authoredAt: 0, author: "Ana" });
    },
  );
});

test("a remote commit from the year 2100 dates no later one", async () => {
  const { device, evil } = await meetEvil();
  evil.write("topics/b.md", "- two\n");
  evil.git("add", "-A");
  const env = {
    ...gitEnv,
    GIT_AUTHOR_DATE: "@4102444800 +0000",
    GIT_COMMITTER_DATE: "@4102444800 +0000",
  };
  execFileSync("git", ["commit", "-qm", "future"], { cwd: evil.root, env });
  evil.git("push", "-q", "origin", "HEAD:main");
  await device.sync();
  device.append("topics/a.md", "- three\n");
  await device.sync();
  const [authored, committed] = device.git("log", "-1", "--format=%at %ct").split(" ").map(Number);
  const now = Date.now() / 1_000;
  expect(Math.abs((authored ?? 0) - now)).toBeLessThan(60);
  expect(Math.abs((committed ?? 0) - now)).toBeLessThan(60);
});

test.each([1e17, 4_102_444_800, -5])("a commit dated %d is synced as any other", async (time) => {
  const { device, evil } = await meetEvil();
  const [tree, parent] = [evil.git("rev-parse", "HEAD^{tree}"), evil.git("rev-parse", "HEAD")];
  const who = `Ana <ana@example.org> ${BigInt(time)} +0000`;
  const text = `tree ${tree}parent ${parent}author ${who}\ncommitter ${who}\n\nodd\n`;
  const odd = store(evil, "commit", text);
  evil.git("push", "-q", "origin", `${odd}:main`);
  device.append("topics/a.md", "- two\n");
  await device.sync();
  device.append("topics/a.md", "- three\n");
  expect(await device.sync()).toMatchObject({ committed: 1, pushed: 1 });
});

test("a folder that became a link and a folder again does not stop the sync", async () => {
  const { device, evil, push } = await meetEvil();
  evil.write("notes/x.md", "- x\n");
  push();
  await device.sync();
  rmSync(join(evil.root, "notes"), { recursive: true });
  symlinkSync("topics", join(evil.root, "notes"));
  push();
  await device.sync();
  expect(lstatSync(join(device.root, "notes")).isSymbolicLink()).toBe(true);
  rmSync(join(evil.root, "notes"));
  evil.write("notes/x.md", "- x again\n");
  push();
  await device.sync();
  expect(device.read("notes/x.md")).toBe("- x again\n");
  expect(existsSync(join(device.root, "topics/x.md"))).toBe(false);
  expect(device.status()).toBe("");
});

test("a link that the person put in place of a folder is not touched", async () => {
  const { device, evil, push } = await meetEvil();
  symlinkSync("topics", join(evil.root, "notes"));
  push();
  await device.sync();
  rmSync(join(evil.root, "notes"));
  evil.write("notes/x.md", "- x\n");
  push();
  const elsewhere = useTempFolder();
  rmSync(join(device.root, "notes"));
  symlinkSync(elsewhere, join(device.root, "notes"));
  await device.sync().catch(() => undefined);
  expect(existsSync(join(elsewhere, "x.md"))).toBe(false);
});

test("a binary file with a name of 250 bytes that both sides changed is kept twice", async () => {
  const { device, evil, push } = await meetEvil();
  const path = `${"é".repeat(123)}.bin`;
  const write = (repo: TestRepo, byte: number): void =>
    repo.write(path, Buffer.from([0, byte, 0, byte]));
  write(evil, 1);
  push();
  await device.sync();
  write(evil, 2);
  push();
  write(device, 3);
  const { keptBoth } = await device.sync();
  expect(keptBoth).toHaveLength(1);
  const names = device
    .git("ls-files", "-z")
    .split("\0")
    .filter((name) => name.endsWith(".bin"));
  expect(names).toHaveLength(2);
  expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(255);
});

describe("git's credential helper", () => {
  /** A git whose helper writes down what it is asked, and answers. */
  function createHelper(): { env: NodeJS.ProcessEnv; asked(): string } {
    const home = useTempFolder();
    const log = join(home, "asked");
    const helper = `!f() { cat >> ${log}; printf 'username=ana\\npassword=s3cr3t-t0ken\\n'; }; f`;
    writeFileSync(join(home, ".gitconfig"), `[credential]\n\thelper = ${JSON.stringify(helper)}\n`);
    const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    return { env, asked: () => (existsSync(log) ? readFileSync(log, "utf8") : "") };
  }
  const ask = async (url: string, env: NodeJS.ProcessEnv, user?: string) => {
    const base = new URL(url);
    const request = { base, user, shown: url, root: "/vault", env, tokenFile: undefined };
    return (await openCredentials(request)).ask(undefined);
  };

  test("is asked about the host of the URL", async () => {
    const { env, asked } = createHelper();
    const found = await ask("http://127.0.0.1:7801/x.git", env);
    expect(found).toMatchObject({ user: "ana", token: "s3cr3t-t0ken" });
    expect(asked()).toContain("host=127.0.0.1:7801");
  });

  test.each([
    ["http://127.0.0.1:7801/%0aprotocol=https%0ahost=github.com/x.git", undefined],
    ["http://127.0.0.1:7801/%0d%0ahost=github.com/x.git", undefined],
    ["http://127.0.0.1:7801/x%00.git", undefined],
    ["http://127.0.0.1:7801/x.git", "ana\nhost=github.com"],
  ])("is not asked where a value of %s would name another host", async (url, user) => {
    const { env, asked } = createHelper();
    expect(await ask(url, env, user)).toBeUndefined();
    expect(asked()).toBe("");
  });
});

test("a proxy never sees what goes to this machine", async () => {
  const token = "s3cr3t-T0KEN";
  const { url } = await serveBare({ token });
  const seen: unknown[] = [];
  const proxy = createServer((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const env = { LOCI_SYNC_TOKEN: token, HTTP_PROXY: origin, http_proxy: origin };
  const device = await openDevice(url, { env });
  await device.remote.refs();
  expect(seen).toEqual([]);
});

test("hideAll() leaves words that a short secret happens to stand in", () => {
  expect(hideAll("main is a branch", ["a", "main", ""])).toBe("main is a branch");
  expect(hideAll("it was s3cr3t-T0KEN", ["s3cr3t-T0KEN"])).toBe("it was ***");
});

test("readAdvert() reads no endless list of refs", { timeout: 30_000 }, async () => {
  function* endless(): Generator<Uint8Array> {
    const line = packet(`${"a".repeat(40)} refs/heads/${"x".repeat(60_000)}\n`);
    for (;;) yield line;
  }
  const packets = createPacketReader(endless(), 2 ** 31);
  expect(await failureOf(readAdvert(packets, "host:vault"))).toMatchObject({
    reason: "damaged",
    message: expect.stringContaining("larger than 64 MB"),
  });
});

test("a list of packed refs on a USB stick is not read without end", async () => {
  const { device, bare } = await meetEvil();
  writeFileSync(join(bare, "packed-refs"), Buffer.alloc(64 * 2 ** 20 + 1, 0x0a));
  expect((await failureOf(device.sync())).reason).toBe("damaged");
});
