import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
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
  /** What the script does after that, in the shell. */
  readonly script?: string;
}

/** A device whose ssh, a script, notes how it is called. */
async function runWith({ url = "ana@host:m.git", env, settings, config, script = "" }: Run) {
  const folder = useTempFolder();
  const program = (name: string): string => {
    const file = join(folder, name);
    const note = `for one in "$@"; do echo "$one"; done > '${file}.args'; /usr/bin/env > '${file}.env'; echo >> '${file}.calls'`;
    writeFileSync(file, `#!/bin/sh\n${note}\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  program("ssh");
  const other = program("other");
  mkdirSync(join(folder, "a b"));
  const repo = createRepo({ empty: true });
  for (const [key, value] of Object.entries(config ?? {})) {
    repo.git("config", key, value.replace("OTHER", other));
  }
  const all: NodeJS.ProcessEnv = {
    PATH: `${folder}:/usr/bin:/bin`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(
      Object.entries(env ?? {}).map(([name, value]) => [
        name,
        value?.replace("OTHER", other).replace("HERE", folder),
      ]),
    ),
  };
  const openIt = async () => {
    const repository = await openRepository(repo.root, gitHome(all));
    const objects = openObjects(repository.gitDir, nodeDisk);
    const remote = await openRemote({
      ...{ url, repository, objects, env: all, disk: nodeDisk, clock: deviceClock },
      settings: { timeoutMs: 5000, ...settings },
    });
    onTestFinished(() => remote.close());
    return remote;
  };
  const open = async () => await failureOf((await openIt()).refs());
  const linesOf = (file: string): string[] | undefined =>
    existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : undefined;
  return {
    folder,
    root: repo.root,
    open,
    openIt,
    calls: () => readFileSync(join(folder, "ssh.calls"), "utf8").length,
    args: (name: "ssh" | "other") => linesOf(join(folder, `${name}.args`)),
    env: () => linesOf(join(folder, "ssh.env")) ?? [],
  };
}

const ours = ["-T", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=yes"];
const silent = [
  ...[...ours, "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=5"],
  ...["-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3"],
];

describe("the system's ssh", () => {
  test("gets the host, the quoted path, and no way to ask or to trust", async () => {
    const device = await runWith({ url: "ssh://ana@host:2222/a%20'b!.git" });
    await device.open();
    expect(device.args("ssh")).toEqual([
      ...silent,
      ...["-p", "2222", "ana@host", "git-upload-pack '/a '\\''b'\\!'.git'"],
    ]);
  });

  test("gets the key of the settings", async () => {
    const folder = useTempFolder();
    const sshKey = join(folder, 'a "key" of 100%');
    writeFileSync(sshKey, "");
    const device = await runWith({ settings: { sshKey } });
    await device.open();
    expect(device.args("ssh")).toEqual([
      ...silent,
      "-o",
      `IdentityFile="${folder}/a \\"key\\" of 100%%"`,
      ...["-o", "IdentitiesOnly=yes"],
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

  test.each([
    "X=1 ssh",
    "SSH_AUTH_SOCK= ssh",
    `X='a b'"c d" Y=a\\ b ssh`,
    "env X=1 ssh",
    "exec ssh",
    " command  ssh",
    '"HERE/ssh"',
    "'HERE'/ssh",
    "HERE/a\\ b/../ssh",
    '"HERE/a b/../ssh"',
  ])("keeps our options after what may stand before an ssh: %s", async (line) => {
    const device = await runWith({ env: { GIT_SSH_COMMAND: `${line} -v` } });
    await device.open();
    expect(device.args("ssh")).toEqual(["-v", ...silent, "ana@host", expect.anything()]);
  });

  test.each([
    ["GIT_SSH_COMMAND", "OTHER"],
    ["GIT_SSH_COMMAND", "env -i ssh"],
    ["GIT_SSH_COMMAND", "OTHER ssh"],
    ["GIT_SSH", "OTHER"],
  ])("is not run where it cannot be given our key: %s, %s", async (source, value) => {
    const settings = { sshKey: "/dev/null" };
    const device = await runWith({ env: { [source]: value }, settings });
    const { reason, message, fix } = await device.open();
    expect(reason).toBe("unsupported");
    expect(message).toContain(`sync.sshKey needs OpenSSH, and ${source} does not`);
    expect(fix).toContain(`let ${source} begin with`);
    expect(device.args("other")).toBeUndefined();
  });
});

describe("a host key that ssh refuses", () => {
  const refuse = (told: string): string =>
    `case "$*" in *LogLevel=DEBUG1*) printf '%b' '${told}' >&2;; esac; echo 'Host key verification failed.' >&2; exit 255`;
  const connecting = "debug1: Connecting to h2 [::1] port 23.\\n";

  test("is told of after one more connection", async () => {
    const shown = "debug1: Server host key: ssh-ed25519 SHA256:abc\\n";
    const device = await runWith({ script: refuse(connecting + shown) });
    expect(await device.open()).toMatchObject({
      reason: "host-key",
      message: expect.stringContaining("[h2]:23 is not known here; it shows the key SHA256:abc"),
    });
    expect(device.calls()).toBe(2);
  });

  test.each(["debug1: Authentication succeeded (publickey).", 'Authenticated to h2 using "x".'])(
    "is none where the server says so after the login: %s",
    async (login) => {
      const device = await runWith({ script: refuse(`${connecting + login}\\n`) });
      expect((await device.open()).reason).toBe("rejected");
    },
  );
});

test("no ssh starts for somebody who has given up", async () => {
  const device = await runWith({});
  const remote = await device.openIt();
  await expect(remote.refs(AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
  await failureOf(remote.refs());
  expect(device.calls()).toBe(1);
});
