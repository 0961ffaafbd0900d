import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveBare } from "../git/remote/device.ts";
import type { Fault } from "../git/servers/http-faults.ts";
import { serveGitHttp } from "../git/servers/serve-git-http.ts";
import { runLoci } from "../run-loci.ts";
import { createPair, type Device, expectSame, list, oneSentence } from "./devices.ts";
import { openRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

const token = "t0ken";

/** A real git server over TLS, a laptop that has something new there, and a board that has edits. */
async function start() {
  const { server, bare, url } = await serveBare({ token });
  const env = { PATH: process.env.PATH, LOCI_SYNC_TOKEN: token };
  const { laptop, board } = await createPair({ "topics/a.md": list("a") }, url, env);
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.write("topics/a.md", list("board", "a"));
  return { server, folder: bare.root, bare: openRepo(bare.path), laptop, board };
}

/** In the end everybody has everything, and so has the remote. */
async function expectAll({ bare, laptop, board }: Awaited<ReturnType<typeof start>>) {
  await expectSame([board, laptop], ["a", "board", "laptop"]);
  expect(board.git("rev-parse", "HEAD")).toBe(bare.git("rev-parse", "main"));
  bare.fsck();
}

const loci = ({ root }: Device) =>
  runLoci(["sync", "--vault", root, "--json"], { env: { LOCI_SYNC_TOKEN: token } });

describe("loci sync", () => {
  test("whose server is killed in the middle of a push goes on", async () => {
    const all = await start();
    const { server, folder, board } = all;
    board.write("film.bin", randomBytes(1_000_000));
    server.beforeGit = async (point) => {
      if (point === "push") setTimeout(() => void server.close(), 10);
    };
    const failed = await loci(board);
    expect(failed.code, failed.stderr).toBe(1);
    expect(JSON.parse(failed.stderr).error).toMatchObject({
      ...oneSentence,
      data: { reason: "network" },
    });
    expect(board.status()).toBe("");
    expect(board.read("topics/a.md")).toContain("- laptop\n"); // it came before
    all.bare.git("fsck", "--connectivity-only");
    const again = await serveGitHttp({
      root: folder,
      token,
      port: Number(server.origin.slice(17)),
    });
    onTestFinished(() => again.close());
    const done = await loci(board);
    expect(done.code, done.stderr).toBe(0);
    await expectAll(all);
  });
});

describe("syncVault() moves nothing, and goes on the next time, where the server answers", () => {
  const garbage = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
  const faults: Record<string, Fault> = {
    "a web page": { on: "advert", body: "<html>hello</html>", type: "text/html" },
    "garbage for a pack": { on: "pack", body: garbage },
    "a pack with a byte turned": {
      on: "pack",
      change: (body) =>
        body.map((byte, at) => (at === body.indexOf("PACK") + 20 ? byte ^ 0xff : byte)) as Buffer,
    },
    "nothing of the kind to a push": { on: "push-advert", body: garbage },
  };
  test.each(Object.keys(faults))("%s", async (name) => {
    const all = await start();
    const { server, board } = all;
    await board.sync({ settings: { ...syncRequest("").settings, remote: "none" } }); // commits
    const before = board.git("rev-parse", "HEAD", "origin/main");
    const text = board.read("topics/a.md");
    server.fault = faults[name];
    await expect(board.sync()).rejects.toMatchObject({ ...oneSentence, code: "SYNC_FAILED" });
    server.fault = undefined;
    if (name.includes("push")) expect(board.read("topics/a.md")).toContain("- laptop\n");
    else {
      expect(board.git("rev-parse", "HEAD", "origin/main")).toBe(before);
      expect(board.read("topics/a.md")).toBe(text);
    }
    board.fsck();
    await expectAll(all);
  });
});
