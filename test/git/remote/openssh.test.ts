import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { deviceClock } from "../../../src/app/device-clock.ts";
import { gitHome } from "../../../src/git/config/git-config.ts";
import { nodeDisk } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { openRemote } from "../../../src/git/remote/open-remote.ts";
import type { RemoteSettings } from "../../../src/git/remote/remote.ts";
import { openRepository } from "../../../src/git/repository/repository.ts";
import { createRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { failureOf } from "./device.ts";

interface Run {
  readonly url?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: Partial<RemoteSettings>;
  /** Of the repository, by full name. */
  readonly config?: Record<string, string>;
}

/** A device whose ssh, a script, notes how it is called. */
async function runWith({ url = "ana@host:m.git", env, settings, config }: Run) {
  const folder = useTempFolder();
  const program = (name: string): string => {
    const file = join(folder, name);
    const note = `for one in "$@"; do echo "$one"; done > '${file}.args'; /usr/bin/env > '${file}.env'`;
    writeFileSync(file, `#!/bin/sh\n${note}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  program("ssh");
  const other = program("other");
  const repo = createRepo({ empty: true });
  for (const [key, value] of Object.entries(config ?? {})) {
    repo.git("config", key, value.replace("OTHER", other));
  }
  const all: NodeJS.ProcessEnv = {
    PATH: folder,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(
      Object.entries(env ?? {}).map(([name, value]) => [name, value?.replace("OTHER", other)]),
    ),
  };
  const open = async () => {
    const repository = await openRepository(repo.root, gitHome(all));
    const objects = openObjects(repository.gitDir, nodeDisk);
    const remote = await openRemote({
      ...{ url, repository, objects, env: all, disk: nodeDisk, clock: deviceClock },
      settings: { timeoutMs: 5000, ...settings },
    });
    onTestFinished(() => remote.close());
    return await failureOf(remote.refs());
  };
  const linesOf = (file: string): string[] | undefined =>
    existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : undefined;
  return {
    folder,
    root: repo.root,
    open,
    args: (name: "ssh" | "other") => linesOf(join(folder, `${name}.args`)),
    env: () => linesOf(join(folder, "ssh.env")) ?? [],
  };
}

const ours = ["-T", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=yes"];
const silent = [...ours, "-o", "LogLevel=ERROR"];

describe("the system's ssh", () => {
  test("gets the host, the quoted path, and no way to ask or to trust", async () => {
    const device = await runWith({ url: "ssh://ana@host:2222/a%20'b!.git" });
    await device.open();
    expect(device.args("ssh")).toEqual([
      ...silent,
      ...["-p", "2222", "ana@host", "git-upload-pack '/a '\\''b'\\!'.git'"],
    ]);
  });

  test("gets the key and the known hosts of the settings", async () => {
    const folder = useTempFolder();
    const sshKey = join(folder, 'a "key" of 100%');
    writeFileSync(sshKey, "");
    const device = await runWith({ settings: { sshKey, knownHosts: "/known hosts" } });
    await device.open();
    expect(device.args("ssh")).toEqual([
      ...silent,
      "-o",
      `IdentityFile="${folder}/a \\"key\\" of 100%%"`,
      ...["-o", "IdentitiesOnly=yes", "-o"],
      'GlobalKnownHostsFile="/known hosts" /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2',
      ...["ana@host", "git-upload-pack 'm.git'"],
    ]);
  });

  test("gets no secret of ours and no repository of another git", async () => {
    const device = await runWith({
      env: {
        LOCI_SYNC_TOKEN: "t0ken",
        GIT_DIR: "/other",
        GIT_PROTOCOL: "version=2",
        LANG: "de_DE",
      },
    });
    await device.open();
    expect(device.env().filter((line) => /^(LOCI|GIT)_/.test(line))).toEqual([]);
    expect(device.env()).toEqual(expect.arrayContaining(["LANG=de_DE", "LC_ALL=C", "PWD=/"]));
  });
});

describe("a program in the place of ssh", () => {
  test.each([
    ["GIT_SSH_COMMAND", { env: { GIT_SSH_COMMAND: "OTHER --mine" } }, ["--mine"]],
    ["GIT_SSH", { env: { GIT_SSH: "OTHER" } }, []],
    [
      "GIT_SSH_COMMAND before GIT_SSH",
      { env: { GIT_SSH_COMMAND: "OTHER 1", GIT_SSH: "no" } },
      ["1"],
    ],
  ])("%s gets what git gives it", async (_, run, first) => {
    const device = await runWith({ ...run, url: "ssh://host:22/m.git" });
    await device.open();
    expect(device.args("ssh")).toBeUndefined();
    expect(device.args("other")).toEqual([
      ...first,
      "-p",
      "22",
      "host",
      "git-upload-pack '/m.git'",
    ]);
  });

  test.each([{ GIT_SSH_COMMAND: "no-such-program" }, { GIT_SSH: "/no/such-program" }])(
    "that is not there is named: %j",
    async (env) => {
      const failure = await (await runWith({ env })).open();
      expect(failure).toMatchObject({
        reason: "unsupported",
        message: expect.stringContaining("such-program"),
      });
      expect(failure.fix).toContain("GIT_SSH_COMMAND");
    },
  );

  test("is taken from the person's own settings of git, never from the repository's", async () => {
    const device = await runWith({ config: { "core.sshCommand": "OTHER" } });
    await device.open();
    expect(device.args("other")).toBeUndefined();
    expect(device.args("ssh")).toContain("ana@host");
    writeFileSync(
      join(device.folder, ".gitconfig"),
      `[core]\n\tsshCommand = ${join(device.folder, "other")} --global\n`,
    );
    await device.open();
    expect(device.args("other")).toEqual(["--global", "ana@host", "git-upload-pack 'm.git'"]);
  });

  test("keeps our options where it is an ssh by name", async () => {
    const device = await runWith({ env: { GIT_SSH_COMMAND: "ssh -F none" } });
    await device.open();
    expect(device.args("ssh")).toEqual(["-F", "none", ...silent, "ana@host", expect.anything()]);
  });
});
