import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { knowing, noSshd, type SshServer, serveSsh } from "../git/servers/serve-ssh.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, openDevice } from "./devices.ts";
import { gitEnv, openRepo } from "./repo.ts";

test.skipIf(noSshd === undefined)(`ssh: ${noSshd}`, () => undefined);

/** A network between a device and the server that breaks after so many bytes in one direction. */
async function cutConnections(server: SshServer) {
  let left: { readonly way: "up" | "down"; bytes: number } | undefined;
  const network = createServer((near) => {
    const far = connect(server.port, "127.0.0.1");
    const close = (): void => {
      near.destroy();
      far.destroy();
    };
    const pass = (from: typeof near, to: typeof near, way: "up" | "down"): void => {
      from.on("data", (chunk: Buffer) => {
        to.write(chunk);
        if (left?.way !== way) return;
        left.bytes -= chunk.length;
        if (left.bytes <= 0) close();
      });
      from.on("error", close).on("close", close);
    };
    pass(near, far, "up");
    pass(far, near, "down");
  });
  await new Promise<void>((done) => network.listen(0, "127.0.0.1", done));
  onTestFinished(() => void network.close());
  const { port } = network.address() as AddressInfo;
  const known = readFileSync(server.knownHosts, "utf8");
  appendFileSync(server.knownHosts, known.replace(`:${server.port} `, `:${port} `));
  return {
    url: (path: string): string => server.url(path).replace(`:${server.port}/`, `:${port}/`),
    cut(way: "up" | "down", bytes: number): void {
      left = { way, bytes };
    },
    mend(): void {
      left = undefined;
    },
  };
}

async function start() {
  const server = await serveSsh();
  onTestFinished(() => server.close());
  const network = await cutConnections(server);
  const path = createBare();
  const env = {
    LOCI_SYNC_SSH_KEY: server.keyFile,
    ...knowing(server.folder),
  };
  const loci = (...args: string[]) => runLoci([...args, "--json"], { env });
  const must = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await loci(...args);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  };
  const plain = join(useTempFolder(), "plain");
  const ssh = `ssh -i ${server.keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${server.knownHosts}`;
  const git = (...args: string[]) =>
    promisify(execFile)("git", args, { env: { ...gitEnv, GIT_SSH_COMMAND: ssh } });
  const url = network.url(path);
  const first = join(useTempFolder(), "first");
  await must("init", first);
  writeFileSync(join(first, "topics/a.md"), "- a\n");
  await must("sync", "--vault", first, "--remote", url);
  const second = join(useTempFolder(), "second");
  await must("init", second, "--from", url);
  await git("clone", "-q", url, plain);
  return { network, path, loci, must, git, url, first, second, plain };
}

describe.skipIf(noSshd)("loci sync over a real sshd", () => {
  test("brings two devices and plain git to the same bytes", async () => {
    const { must, git, first, second, plain, path } = await start();
    for (const [root, line] of [
      [first, "first"],
      [second, "second"],
      [plain, "plain"],
    ] as const) {
      appendFileSync(join(root, "topics/a.md"), `- ${line}\n`);
      writeFileSync(join(root, `topics/${line}.md`), `- ${line}\n`);
    }
    await git("-C", plain, "add", "-A");
    await git("-C", plain, "commit", "-qm", "by plain git");
    await git("-C", plain, "push", "-q");
    expect(await must("sync", "--vault", first)).toMatchObject({ committed: 1, pulled: 1 });
    expect(await must("sync", "--vault", second)).toMatchObject({
      merged: expect.arrayContaining(["topics/a.md"]),
    });
    await must("sync", "--vault", first);
    await git("-C", plain, "pull", "-q", "--ff-only");
    const [one, two, three] = [first, second, plain].map((root) => openDevice("x", root));
    expect(two?.files()).toEqual(one?.files());
    expect(three?.files()).toEqual(one?.files());
    expect(one?.read("topics/a.md").split("\n").sort()).toEqual([
      "",
      "- a",
      "- first",
      "- plain",
      "- second",
    ]);
    openRepo(path).fsck();
  });

  test.each(["down", "up"] as const)(
    "goes on after it drops in the middle of a pack, %s",
    async (way) => {
      const { network, loci, must, first, second, path } = await start();
      const [from, to] = way === "down" ? [first, second] : [second, first];
      writeFileSync(join(first, "film.bin"), randomBytes(1_500_000));
      if (way === "down") await must("sync", "--vault", from);
      const device = openDevice("broken", way === "down" ? to : first);
      const before = device.git("rev-parse", "HEAD", "origin/main");
      const tip = openRepo(path).git("rev-parse", "main");
      network.cut(way, 600_000);
      const failed = await loci("sync", "--vault", device.root);
      expect([failed.code, failed.stdout], failed.stderr).toEqual([1, ""]);
      expect(JSON.parse(failed.stderr).error).toMatchObject({
        code: "SYNC_FAILED",
        data: { reason: "network" },
        message: expect.stringMatching(/^Cannot sync with [^\n]+[^.\n]$/),
      });
      expect(openRepo(path).git("rev-parse", "main")).toBe(tip);
      if (way === "down") expect(device.git("rev-parse", "HEAD", "origin/main")).toBe(before);
      expect(device.status()).toBe("");
      device.fsck();
      network.mend();
      await must("sync", "--vault", device.root);
      await must("sync", "--vault", from);
      await must("sync", "--vault", to);
      expect(openDevice("x", first).files()).toEqual(openDevice("x", second).files());
      openRepo(path).fsck();
    },
  );
});
