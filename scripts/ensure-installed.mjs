// Runs before `npm start`, `npm test` and `npm pack`, under whatever Node npm itself has: plain old JavaScript only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const hashOfLock = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
const stamp = join(root, "node_modules", ".loci-installed");
const node = join(root, "node_modules", "node", "bin", "node");
const [major, minor] = process.versions.node.split(".").map(Number);
const isOld = major < 22 || (major === 22 && minor < 22);

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hashOfLock()) {
  process.stderr.write("Downloading what Loci needs (270 MB, once; this takes some minutes) …\n");
  // Not `npm ci`: it refuses a lock without the optional packages for machines unlike the one that wrote it. No install
  // scripts, or npm would compile what better-sqlite3 ships ready-made; only "node" puts itself in place.
  const install = ["install", "--ignore-scripts", "--no-save", "--no-fund", "--no-audit"];
  const run = (program, args, env) =>
    spawnSync(program, [...args, "--loglevel=error"], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    }).status === 0;
  // An old Node's npm leaves out optional packages that want a newer one, such as the test runner's program: once more
  // under ours. Debian's npm finds its parts in this folder.
  const npm = isOld ? process.env.npm_execpath : undefined;
  const again = () =>
    npm === undefined || run(node, [npm, ...install], { NODE_PATH: "/usr/share/nodejs" });
  if (!run("npm", install) || !run("npm", ["rebuild", "node"]) || !again()) {
    process.stderr.write(
      "Cannot install what Loci needs: npm install failed; see its message above\n",
    );
    process.exit(1);
  }
  writeFileSync(stamp, hashOfLock());
}

// npm scripts find node_modules/.bin/node first; without it they would run under the Node that npm runs under.
if (!existsSync(node) && isOld) {
  process.stderr.write(
    `Loci needs Node 22.22 or newer, and this is Node ${process.versions.node}: install a newer one (https://nodejs.org)\n`,
  );
  process.exit(1);
}
