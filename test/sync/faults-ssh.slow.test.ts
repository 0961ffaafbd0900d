import { execFile } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { knowing, noSshd, serveSsh } from "../git/servers/serve-ssh.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, openDevice } from "./devices.ts";
import { gitEnv, openRepo } from "./repo.ts";

test.skipIf(noSshd === undefined)(`ssh: ${noSshd}`, () => undefined);

test.skipIf(noSshd)(
  "loci sync over a real sshd brings two devices and plain git to the same bytes",
  async () => {
    const server = await serveSsh();
    onTestFinished(() => server.close());
    const path = createBare();
    const url = server.url(path);
    const env = { LOCI_SYNC_SSH_KEY: server.keyFile, ...knowing(server.folder) };
    const must = async (...args: string[]): Promise<Record<string, unknown>> => {
      const { code, stdout, stderr } = await runLoci([...args, "--json"], { env });
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    };
    const ssh = `ssh -i ${server.keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${server.knownHosts}`;
    const git = (...args: string[]) =>
      promisify(execFile)("git", args, { env: { ...gitEnv, GIT_SSH_COMMAND: ssh } });
    const [first = "", second = "", plain = ""] = ["first", "second", "plain"].map((name) =>
      join(useTempFolder(), name),
    );
    await must("init", first);
    writeFileSync(join(first, "topics/a.md"), "- a\n");
    await must("sync", "--vault", first, "--remote", url);
    await must("init", second, "--from", url);
    await git("clone", "-q", url, plain);
    for (const root of [first, second, plain]) {
      const name = root.slice(root.lastIndexOf("/") + 1);
      appendFileSync(join(root, "topics/a.md"), `- ${name}\n`);
      writeFileSync(join(root, `topics/${name}.md`), `- ${name}\n`);
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
  },
);
