import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRepo, gitEnv } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { serveGitHttp } from "../servers/serve-git-http.ts";
import { noSshd, serveSsh } from "../servers/serve-ssh.ts";

function runGit(cwd: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  return new Promise((done, failed) =>
    import("node:child_process").then(({ execFile }) =>
      execFile(
        "git",
        args,
        { cwd, env: { ...gitEnv, GIT_TERMINAL_PROMPT: "0", ...env } },
        (error, out) => (error ? failed(error) : done(out)),
      ),
    ),
  );
}

function bareRepo(): string {
  const root = useTempFolder();
  mkdirSync(join(root, "vault.git"));
  execFileSync("git", ["init", "-q", "--bare", "-b", "main"], {
    cwd: join(root, "vault.git"),
    env: gitEnv,
  });
  return root;
}

test.each([
  ["http", undefined],
  ["https", {}],
] as const)("serveGitHttp() serves real git over %s", async (_, tls) => {
  const root = bareRepo();
  const server = await serveGitHttp({ root, token: "t0k", ...(tls ? { tls } : {}) });
  onTestFinished(() => server.close());
  const url = `${server.origin}/vault.git`.replace("://", "://dev:t0k@");
  const repo = createRepo();
  const env: Record<string, string> = server.caFile ? { GIT_SSL_CAINFO: server.caFile } : {};
  await runGit(repo.root, env, "push", "-q", url, "main");
  expect(await runGit(repo.root, env, "ls-remote", url)).toContain("refs/heads/main");
  expect(server.wireBytes()).toBeGreaterThan(500);
});

test.skipIf(noSshd)("serveSsh() serves real git", async () => {
  const root = bareRepo();
  const server = await serveSsh();
  onTestFinished(() => server.close());
  const repo = createRepo();
  const env = {
    GIT_SSH_COMMAND: `ssh -i ${server.keyFile} -o UserKnownHostsFile=${server.knownHosts} -o IdentitiesOnly=yes`,
  };
  await runGit(repo.root, env, "push", "-q", server.url(join(root, "vault.git")), "main");
  expect(await runGit(repo.root, env, "ls-remote", server.url(join(root, "vault.git")))).toContain(
    "main",
  );
});
