import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { errnoOf, LociError } from "../../src/errors.ts";
import { sha256Hex } from "../../src/vault/sha256.ts";
import type { Render } from "../renderer.ts";

/** The compiled templates, ready to render a site below `base`. */
export interface Templates {
  readonly render: Render;
  /** Files that pages load, by their path below the base. */
  readonly assets: ReadonlyMap<string, Buffer>;
  /** Changes with anything that makes the same vault another site: templates, and the code that reads and plans it. */
  readonly version: string;
}

/** Opens the templates that came with the package; run from source, those of site/, compiled where they changed. */
export async function openTemplates(base: string): Promise<Templates> {
  const { folder, version } = isPackaged ? await packaged() : await compiled();
  const entry = pathToFileURL(join(folder, "server", "entry.mjs")).href;
  const renderer: unknown = await import(entry);
  if (!isRenderer(renderer)) throw new Error(`Cannot use the templates "${folder}": no renderer`);
  const assets = new Map<string, Buffer>();
  for (const path of await filesBelow(join(folder, "client"))) {
    assets.set(path, await readFile(join(folder, "client", path)));
  }
  return { render: renderer.openRenderer(base), assets, version };
}

interface Renderer {
  readonly openRenderer: (base: string) => Render;
}

const isRenderer = (value: unknown): value is Renderer =>
  typeof value === "object" &&
  value !== null &&
  "openRenderer" in value &&
  typeof value.openRenderer === "function";

interface Compiled {
  readonly folder: string;
  readonly version: string;
}

const isPackaged = !import.meta.url.endsWith(".ts");
/** Of the package: this file is two levels below it, in `dist/` as well. */
const root = fileURLToPath(new URL("../../", import.meta.url));

async function packaged(): Promise<Compiled> {
  const folder = join(root, "dist", "site");
  return { folder, version: await readFile(join(folder, "version.txt"), "utf8") };
}

/** What the templates are made of. */
const templateSources = [
  ...["components", "i18n", "layouts", "pages", "public", "scripts", "search", "styles"].map(
    (folder) => `site/${folder}`,
  ),
  ...["site/renderer.ts", "astro.config.mjs", "package.json"],
];
/** The rest of what decides how a site looks. */
const nodeSources = ["build", "markdown", "vault", "history"].map((folder) => `site/${folder}`);

/** Once for each state of the sources; several at once make the same and the last one's stays. */
async function compiled(): Promise<Compiled> {
  const cache = join(root, "node_modules", ".cache");
  const templates = await hashOf(templateSources);
  const version = sha256Hex(templates + (await hashOf([...nodeSources, "src/vault"]))).slice(0, 16);
  const folder = join(cache, `loci-site-${templates}`);
  if (await touched(folder)) return { folder, version };
  const temporary = `${folder}.${process.pid}.${Date.now().toString(36)}`;
  await mkdir(temporary, { recursive: true });
  try {
    await compile(temporary);
    await rename(temporary, folder).catch(async (error) => {
      if (!(await touched(folder))) throw error; // Another process was first.
    });
  } catch (cause) {
    throw new LociError("BAD_CONFIG", "Cannot compile the templates of the site: Astro failed", {
      cause,
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await dropOld(cache, folder);
  return { folder, version };
}

/** In a process of its own: Astro takes memory and settings that a build of ours, or a test, should not have. */
async function compile(into: string): Promise<void> {
  const module = new URL("./compile-templates.ts", import.meta.url).href;
  const code = `const { compileTemplates } = await import(${JSON.stringify(module)});
    await compileTemplates(${JSON.stringify(into)});`;
  const environment = Object.entries(process.env).filter(([name]) => !/^(?:VITE|NODE_)/.test(name));
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    cwd: root,
    env: Object.fromEntries(environment),
  });
}

/** Whether it is there; says that it is in use. */
async function touched(folder: string): Promise<boolean> {
  const now = new Date();
  try {
    await stat(join(folder, "server", "entry.mjs"));
    await utimes(folder, now, now);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

const dayLength = 86_400_000;

/** Removes cached output of sources that was not used for a day. */
async function dropOld(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (!name.startsWith("loci-site-") || folder === current) continue;
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > dayLength) await rm(folder, { recursive: true, force: true });
  }
}

/** A hash of files, and of all files below folders; what is not there counts as empty. */
async function hashOf(places: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const place of places) {
    const isFile = (await stat(join(root, place)).catch(() => undefined))?.isFile();
    const files = isFile
      ? [place]
      : (await filesBelow(join(root, place))).map((file) => `${place}/${file}`);
    for (const file of files) parts.push(file, sha256Hex(await readFile(join(root, file))));
  }
  return sha256Hex(parts.join("\n")).slice(0, 16);
}

/** Paths of all files below a folder, sorted, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found
      .filter((file) => file.isFile())
      .map((file) =>
        join(file.parentPath, file.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      )
      .sort();
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}
