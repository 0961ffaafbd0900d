import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRepo, type TestRepo } from "../../sync/repo.ts";
import { serveGitHttp } from "../servers/serve-git-http.ts";
import { noSshd, serveSsh, sshCommand } from "../servers/serve-ssh.ts";
import { createBare, type DeviceOptions, failureOf, openDevice } from "./device.ts";

/** The ways to one bare repository. */
interface Kind {
  readonly name: string;
  readonly skip?: string | undefined;
  /** Gives the remote's URL and what a device needs for it. */
  open(path: string, root: string): Promise<{ url: string; options: DeviceOptions }>;
}

const kinds: readonly Kind[] = [
  {
    name: "http",
    async open(_, root) {
      const server = await serveGitHttp({ root, token: "s3cret" });
      onTestFinished(() => server.close());
      return { url: `${server.origin}/vault.git`, options: { env: { LOCI_SYNC_TOKEN: "s3cret" } } };
    },
  },
  {
    name: "the system's ssh",
    skip: noSshd,
    async open(path) {
      const server = await serveSsh();
      onTestFinished(() => server.close());
      const env = { GIT_SSH_COMMAND: sshCommand(server) };
      return { url: server.url(path), options: { env } };
    },
  },
  {
    name: "https without git",
    async open(_, root) {
      const server = await serveGitHttp({ root, token: "s3cret", tls: {} });
      const known = getCACertificates("default");
      setDefaultCACertificates([...known, readFileSync(server.caFile ?? "", "utf8")]);
      onTestFinished(async () => {
        setDefaultCACertificates(known);
        await server.close();
      });
      return {
        url: `${server.origin}/vault.git`,
        options: { env: { LOCI_SYNC_TOKEN: "s3cret", PATH: "/nonexistent" } },
      };
    },
  },
  { name: "folder", open: async (path) => ({ url: path, options: {} }) },
];

test.skipIf(noSshd === undefined)(`ssh: ${noSshd}`, () => undefined);

describe.each(kinds.filter(({ skip }) => skip === undefined))("a remote by $name", (kind) => {
  const start = async () => {
    const bare = createBare();
    const way = await kind.open(bare.path, bare.root);
    const open = (repo?: TestRepo) =>
      openDevice(way.url, { ...way.options, ...(repo && { repo }) });
    return { bare, open };
  };

  test("takes all to an empty repository, and says so when asked again", async () => {
    const { bare, open } = await start();
    const device = await open(createRepo());
    expect(await device.remote.refs()).toEqual({ head: undefined, branches: new Map() });
    const move = { branch: "main", from: undefined, to: device.oid() };
    expect(await device.remote.push(move)).toBe("pushed");
    expect(await device.remote.push(move)).toBe("pushed");
    expect(await device.remote.push({ ...move, branch: "a/b" })).toBe("pushed");
    expect(bare.git("rev-parse", "main").trim()).toBe(device.oid());
    bare.git("fsck", "--strict", "--no-dangling");
    expect(await device.remote.refs()).toEqual({
      head: "main",
      branches: new Map(["a/b", "main"].map((name) => [name, device.oid()])),
    });
  });

  test("brings a whole history, and then what is new, which plain git can read", async () => {
    const { bare, open } = await start();
    const other = createRepo();
    const push = (path: string, text: string): void => {
      other.write(path, text);
      other.git("add", "-A");
      other.git("commit", "-qm", path);
      other.git("push", "-q", bare.path, "main");
    };
    for (let day = 0; day < 9; day++) push(`topics/t${day % 7}.md`, `- day ${day}\n`);
    bare.git("gc", "-q");
    const device = await open();
    device.repo.git("reset", "-q", "--hard", await device.pull());
    device.repo.fsck();
    expect(device.repo.read("topics/t1.md")).toContain("- day 8\n");
    push("topics/new/häuser.md", "- new\n");
    device.repo.git("reset", "-q", "--hard", await device.pull());
    device.repo.fsck();
    expect(device.repo.read("topics/new/häuser.md")).toBe("- new\n");
    expect(readdirSync(join(device.repo.root, ".git/loci/drafts"))).toEqual([]);
  });

  test("says raced where the branch has moved", async () => {
    const { bare, open } = await start();
    const repo = createRepo();
    repo.git("push", "-q", bare.path, "main");
    const device = await open(repo);
    const from = await device.pull();
    const to = device.commit("a.md", "- a\n");
    const other = createRepo({ empty: true });
    other.git("pull", "-q", bare.path, "main");
    other.git("commit", "-q", "--allow-empty", "-m", "theirs");
    other.git("push", "-q", bare.path, "main");
    expect(await device.remote.push({ branch: "main", from, to })).toBe("raced");
    expect(await device.remote.push({ branch: "main", from: undefined, to })).toBe("raced");
    expect(bare.git("rev-parse", "main").trim()).toBe(other.git("rev-parse", "HEAD").trim());
  });

  test("says that a repository is gone", async () => {
    const bare = createBare();
    const way = await kind.open(join(bare.root, "no.git"), bare.root);
    const url = way.url.replace("vault.git", "no.git");
    const device = await openDevice(url, way.options);
    expect((await failureOf(device.remote.refs())).reason).toBe("gone");
  });

  test("ends when the caller wants", async () => {
    const { open } = await start();
    const device = await open(createRepo());
    const reason = new Error("enough");
    await expect(device.remote.refs(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
