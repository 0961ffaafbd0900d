import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { runLoci } from "../../run-loci.ts";
import { startUp } from "../../start-loci.ts";
import { openRepo, useCommitted } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { serveBare } from "./device.ts";

/** A line of git's protocol. */
const packet = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
};

/** What a server answers that sends a pack of these entries, sound or not. */
function answerOf(...entries: readonly Buffer[]): Buffer {
  const head = Buffer.from(`PACK\0\0\0\x02\0\0\0${String.fromCharCode(entries.length)}`, "latin1");
  const body = Buffer.concat([head, ...entries]);
  const pack = Buffer.concat([body, createHash("sha1").update(body).digest()]);
  const parts = [packet("packfile\n")];
  for (let at = 0; at < pack.length; at += 65_000)
    parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 65_000)])));
  return Buffer.concat([...parts, Buffer.from("0000")]);
}

/** An entry of a pack: its type (1 to 7), its size, its compressed bytes. */
function entryOf(type: number, size: number, packed: Buffer): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.concat([Buffer.from([...bytes, byte]), packed]);
}

/** A size of 400 bytes. */
const endlessSize = (): Buffer =>
  answerOf(Buffer.concat([Buffer.from([0xb5]), Buffer.alloc(400, 0x80), deflateSync("x")]));
/** Small on the way, and 1 GB when it is unpacked. */
const bomb = (): Buffer => {
  const bytes = 2 ** 30;
  return answerOf(entryOf(3, bytes, deflateSync(Buffer.alloc(bytes))));
};

test.each([
  ["whose head has an endless size", endlessSize],
  ["that unpacks to 1 GB", bomb],
])(
  "loci up answers while its remote sends a pack %s, takes the next one, and obeys SIGTERM",
  { timeout: 300_000 },
  async (_, makePack) => {
    const { server, root, other } = await start();
    server.fault = { on: "pack", body: makePack() };
    const up = await startUp(root);
    const ask = async (): Promise<string> =>
      (await up.ask("/api/sync", { signal: AbortSignal.timeout(5_000) })).text();
    await expect.poll(ask, { timeout: 150_000, interval: 200 }).toContain("not a sound history");
    expect(readdirSync(join(root, ".git/loci/drafts"))).toEqual([]);
    server.fault = undefined;
    const again = await up.ask("/api/sync", { method: "POST" });
    expect(await again.json()).toMatchObject({ pulled: 1 });
    expect(openRepo(root).git("rev-parse", "HEAD")).toBe(other.git("rev-parse", "HEAD"));
    expect(await up.stop()).toBe(0);
  },
);

test("loci up obeys SIGTERM in the middle of checking a pack", { timeout: 120_000 }, async () => {
  const { server, root } = await start();
  server.fault = { on: "pack", hangAfter: 100 };
  const up = await startUp(root);
  const drafts = (): number => {
    const folder = join(root, ".git/loci/drafts");
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };
  await expect.poll(drafts, { timeout: 60_000, interval: 10 }).toBe(1);
  expect(await up.stop()).toBe(0);
  expect(drafts()).toBe(0);
  expect(up.said()).not.toContain("Cannot");
});

/** A vault, and a remote that is one commit ahead of it. */
async function start() {
  const { server, bare, url } = await serveBare();
  const root = useCommitted({ "topics/a.md": "- one\n" });
  const { git } = openRepo(root);
  git("remote", "add", "origin", url);
  git("push", "-q", bare.root, "main");
  expect((await runLoci(["sync", "--vault", root])).code).toBe(0);
  const other = openRepo(useTempFolder());
  other.git("clone", "-q", bare.root, ".");
  other.write("topics/b.md", "- two\n");
  other.git("add", "-A");
  other.git("commit", "-qm", "two");
  other.git("push", "-q", "origin", "main");
  return { server, root, other };
}
