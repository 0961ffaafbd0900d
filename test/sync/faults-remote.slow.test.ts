import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import type { SyncRequest } from "../../src/sync/round/sync-request.ts";
import type { Fault } from "../git/servers/http-faults.ts";
import { type GitHttpServer, serveGitHttp } from "../git/servers/serve-git-http.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { type Device, list, openDevice } from "./devices.ts";
import { openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

const token = "t0ken";
const asUser: Partial<SyncRequest> = { env: { PATH: process.env.PATH, LOCI_SYNC_TOKEN: token } };

interface Start {
  readonly server: GitHttpServer;
  readonly folder: string;
  readonly bare: TestRepo;
  readonly url: string;
  join(name: string): Promise<Device>;
}

/** A real git server over TLS, a laptop that has something new there, and how others join. */
async function start(): Promise<Start & { readonly laptop: Device; readonly board: Device }> {
  const folder = useTempFolder();
  openRepo(folder).git("init", "-q", "--bare", "-b", "main", "vault.git");
  const server = await serveGitHttp({ root: folder, token });
  onTestFinished(() => server.close());
  const url = `${server.origin}/vault.git`;
  const join = async (name: string): Promise<Device> => {
    const root = useTempFolder();
    await joinRemote({ ...syncRequest(root, asUser), device: name, url });
    const device = openDevice(name, root);
    return { ...device, sync: (more) => device.sync({ ...asUser, ...more }) };
  };
  const laptop = await join("laptop");
  laptop.write(".gitignore", ".loci/\n");
  laptop.write("topics/a.md", list("a"));
  await laptop.sync();
  const board = await join("board");
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.write("topics/a.md", list("board", "a"));
  const bare = openRepo(`${folder}/vault.git`);
  return { server, folder, bare, url, join, laptop, board };
}

/** In the end everybody has everything, and so has the remote. */
async function expectAll({ bare, laptop, board }: Awaited<ReturnType<typeof start>>) {
  await board.sync();
  await laptop.sync();
  expect(laptop.files()).toEqual(board.files());
  const text = laptop.files()["topics/a.md"];
  for (const line of ["a", "board", "laptop"]) expect(text?.split(`- ${line}\n`)).toHaveLength(2);
  expect(board.git("rev-parse", "HEAD")).toBe(bare.git("rev-parse", "main"));
  for (const repo of [bare, laptop, board]) repo.fsck();
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
      code: "SYNC_FAILED",
      data: { reason: "network" },
      message: expect.stringMatching(/^Cannot sync with [^\n]+[^.\n]$/),
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
    await expect(board.sync()).rejects.toMatchObject({
      code: "SYNC_FAILED",
      message: expect.stringMatching(/^Cannot sync with [^\n]+[^.\n]$/),
    });
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
