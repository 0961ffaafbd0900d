#!/usr/bin/env node
// Imports nothing of ours before the version is known to be right: native parts crash under an old Node.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Loci needs Node 22.22 or newer and this is Node ${process.versions.node}: install a newer one (https://nodejs.org), or run it by "npm start", which brings its own\n`,
  );
  process.exitCode = 1;
} else {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { runCli } = await import("./run-cli.ts");
  process.exitCode = await runCli(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
  });
}
