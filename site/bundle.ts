import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles the site of a checkout (a release ships its bundle), again only when its sources have changed. The bundle is
 * in node_modules/.cache, named by a hash of its sources, and holds nothing of a vault.
 */
export async function buildOnce(): Promise<URL> {
  const cache = join(root, "node_modules/.cache/loci-site");
  const folder = join(cache, keyOfSources());
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await buildBundle(draft);
    if (existsSync(folder)) rmSync(draft, { recursive: true });
    else renameSync(draft, folder);
    // Running processes may still use recent ones.
    const others = readdirSync(cache).map((name) => join(cache, name));
    others.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    for (const old of others.slice(5)) rmSync(old, { recursive: true, force: true });
  }
  return new URL(`file://${folder}/server/entry.mjs`);
}

/** Bundles the site into a folder: `server/entry.mjs` renders, `client/` has what pages load. */
export async function buildBundle(folder: string): Promise<void> {
  // Nothing else: Astro would take over DEV and the like, which test runners set.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    LOCI_BUNDLE: folder,
    ASTRO_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
  };
  const words = [join(root, "node_modules/astro/bin/astro.mjs"), "build", "--silent"];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (part) => {
    complaint += part;
  });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error(`Cannot bundle the site: ${complaint.trim() || `Astro ended with ${code}`}`);
}

function keyOfSources(): string {
  const files = globSync(
    ["site/**/*.*", "src/vault/**/*.ts", "src/*.ts", "astro.config.mjs", "package.json"],
    { cwd: root },
  );
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
