#!/usr/bin/env node
// Check the version before importing anything of ours: native modules crash under an old Node.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Loci needs Node 22.22 or newer and this is Node ${process.versions.node}: install a newer one (https://nodejs.org), or run it by "npm start", which brings its own\n`,
  );
  process.exitCode = 1;
} else {
  // Not by import, which reads all that a module exports: of node:fs that is half of Node.
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  const { XDG_CACHE_HOME, HOME } = process.env;
  const cache = XDG_CACHE_HOME?.startsWith("/") === true ? XDG_CACHE_HOME : `${HOME ?? ""}/.cache`;
  // Never in the shared temporary folder, where another user could plant compiled code.
  if (cache !== "/.cache") {
    const { mkdirSync } = process.getBuiltinModule("node:fs");
    try {
      mkdirSync(`${cache}/loci`, { recursive: true, mode: 0o700 });
      enableCompileCache(`${cache}/loci/compiled`);
    } catch {
      // Without a writable cache, start-up is only slower.
    }
  }
  process.stdout.on("error", endAtOnce);
  const cwd = currentFolder();
  if (cwd === undefined) {
    process.stderr.write("Cannot find the current folder: it was deleted; go to another one\n");
    process.exitCode = 1;
  } else {
    const { runCli } = await import("./run-cli.ts");
    const code = await runCli(process.argv.slice(2), {
      env: process.env,
      cwd,
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      now: () => Date.now(),
    });
    // All is done and closed: V8 would collect garbage first, which takes a tenth of a short command.
    process.stdout.write("", (failed) => {
      if (!failed) process.exit(code); // Else "error" is about to say so.
    });
  }
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined; // It was deleted.
  }
}

/** Ends quietly if the reader of a pipe has gone ("loci show | head"); reports any other error, such as a full disk. */
function endAtOnce(error: Error): void {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  process.stderr.write(`Cannot print the answer: ${error.message}\n`);
  process.exit(1);
}
