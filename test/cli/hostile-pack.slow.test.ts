import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { blob, chainOf, packAnswer, packOfEntries } from "../git/packs/make-pack.ts";
import { serveBare } from "../git/remote/device.ts";
import { runLoci } from "../run-loci.ts";
import { openRepo, useCommitted } from "../sync/repo.ts";
import { useTempFolder } from "../temp.ts";
import { startLoci } from "./running-site.ts";

/** A size of 400 bytes that was read as "not a number", before content that goes on beyond what is read at once. */
const endlessSize = (): Buffer =>
  packOfEntries([
    Buffer.concat([
      Buffer.from([0xb5]),
      Buffer.alloc(400, 0x80),
      Buffer.from([1]),
      deflateSync(Buffer.alloc(8_000), { level: 0 }),
    ]),
  ]);
/** Small on the way, and more than anybody waits for to be made: 800 times 100 MB. */
const longChain = (): Buffer => packOfEntries(chainOf(blob(Buffer.alloc(100 * 2 ** 20)), 800));

test.each([
  ["whose head has an endless size", endlessSize, "a number has no end"],
  ["of a long chain of changes over 100 MB", longChain, "unpacks to more than"],
])(
  "loci up answers while its remote sends a pack %s, takes the next one, and obeys SIGTERM",
  { timeout: 300_000 },
  async (_, makePack, sentence) => {
    const { server, root, other } = await start();
    server.fault = { on: "pack", body: packAnswer(makePack()) };
    const up = await startLoci(["up", "--vault", root]);
    const ask = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${up.token}` };
      const signal = AbortSignal.timeout(5_000);
      return (await fetch(`${up.base}/api/sync`, { headers, signal })).text();
    };
    await expect.poll(ask, { timeout: 150_000, interval: 200 }).toContain(sentence);
    expect(readdirSync(join(root, ".git/loci/drafts"))).toEqual([]);
    server.fault = undefined;
    const headers = { authorization: `Bearer ${up.token}`, "content-type": "application/json" };
    const again = await fetch(`${up.base}/api/sync`, { method: "POST", headers, body: "{}" });
    expect(await again.json()).toMatchObject({ pulled: 1 });
    expect(openRepo(root).git("rev-parse", "HEAD")).toBe(other.git("rev-parse", "HEAD"));
    expect(await up.stop()).toBe(0);
  },
);

test("loci up obeys SIGTERM in the middle of checking a pack", { timeout: 120_000 }, async () => {
  const { server, root } = await start();
  server.fault = { on: "pack", body: packAnswer(longChain()) };
  const up = await startLoci(["up", "--vault", root]);
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
  git("push", "-q", bare.path, "main");
  expect((await runLoci(["sync", "--vault", root])).code).toBe(0);
  const other = openRepo(useTempFolder());
  other.git("clone", "-q", bare.path, ".");
  other.write("topics/b.md", "- two\n");
  other.git("add", "-A");
  other.git("commit", "-qm", "two");
  other.git("push", "-q", "origin", "main");
  return { server, root, other };
}
