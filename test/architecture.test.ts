import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** The architecture: a folder of src/ may import only the folders listed after it. */
const mayImport: Record<string, readonly string[]> = {
  vault: [],
  models: [],
  index: ["vault", "models"],
  recall: ["index", "vault", "models"],
  session: ["vault"],
  agent: ["session", "recall", "models", "vault"],
  digest: ["session", "recall", "models", "vault"],
  sync: ["vault"],
  voice: ["agent", "session", "models"],
  app: ["voice", "digest", "agent", "session", "sync", "recall", "index", "models", "vault"],
  server: ["app", "voice", "agent", "digest", "recall", "vault"],
  cli: ["app", "server", "voice", "agent", "digest", "recall", "vault"],
};

/** A heavy dependency has its home, so it can be replaced in one place; SQLite has two, one for each database. */
const homes: Record<string, readonly string[]> = {
  "@echogarden/fvad-wasm": ["voice"],
  "better-sqlite3": ["index", "session"],
  chokidar: ["index"],
  eld: ["session"],
  "gray-matter": ["vault"],
  ssh2: ["sync"],
  openai: ["models"],
  "snowball-stemmers": ["index"],
  "sqlite-vec": ["index"],
  stopword: ["index"],
  tokenx: ["agent"],
};

/** Files at the root of src/: everyone may use the errors, only the edges may use the rest. */
const shared = ["src/errors.ts"];
const edges = ["app", "server", "cli"];

const root = resolve(import.meta.dirname, "..");
const files = globSync("src/*/**/*.ts", { cwd: root });

const folderOf = (file: string): string => file.split("/")[1] ?? "";

/** Static and dynamic imports alike: a lazy import is still an arrow. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const fixed = [...text.matchAll(/^(?:import|export)\b[^"]*?"([^"]+)";$/gm)];
  const lazy = [...text.matchAll(/\bimport\("([^"]+)"\)/g)];
  return [...fixed, ...lazy].map((m) => m[1] ?? "");
}

test("src/ holds exactly the folders of the layer table", () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(Object.keys(mayImport).sort());
});

test.each(files)("%s imports only what its layer allows", (file) => {
  const folder = folderOf(file);
  const allowed = mayImport[folder];
  expect(allowed, `src/${folder} is missing from the layer table`).toBeDefined();
  for (const specifier of importsOf(file)) {
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    const owners = homes[name] ?? [folder];
    expect(owners, `only ${owners.join(" and ")} may import "${name}"`).toContain(folder);
    if (!specifier.startsWith(".")) continue;
    const target = relative(root, resolve(root, file, "..", specifier));
    if (target.startsWith("site/")) {
      expect(folder, `${file} → ${target}: only the app builds the site`).toBe("app");
    } else if (target.split("/").length === 2) {
      expect(shared.includes(target) || edges.includes(folder), `${file} → ${target}`).toBe(true);
    } else if (folderOf(target) !== folder) {
      expect(allowed, `src/${folder} → src/${folderOf(target)} is not an arrow`).toContain(
        folderOf(target),
      );
    }
  }
});

/** Rooms that read the clock and the environment; what the others need of these is passed in. */
const readsClock = ["app", "server", "cli"];

/** Files that still read them: none may be added. */
const stillReadClock: readonly string[] = [
  // Programs for sound get what Loci itself was started with, less the keys.
  "src/models/child-env.ts",
  // It gives way every few milliseconds, deep in code that knows nothing but bytes.
  "src/sync/git/breathe.ts",
  // The age of an abandoned draft, asked for wherever a repository is opened.
  "src/sync/git/disk.ts",
];

test("only cli/, server/ and app/ read the clock and the environment", () => {
  const reading = files
    .filter((file) => !readsClock.includes(folderOf(file)))
    .filter((file) => clock.test(withoutComments(readFileSync(join(root, file), "utf8"))));
  expect(reading.sort()).toEqual(stillReadClock);
});

const clock = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.env\b/;

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

test("nothing sets the time zone of the whole process", () => {
  for (const file of files) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/process\.env\.TZ/);
  }
});

/** What a folder of site/ may import besides itself; site/pages and the like get all they show as data. */
const siteMayImport: Record<string, readonly string[]> = {
  vault: ["src/vault"],
  markdown: ["site/vault", "src/vault"],
  history: ["site/vault", "src/vault", "src/sync"],
  search: ["site/vault", "site/markdown", "src/vault"],
  build: ["site/vault", "site/markdown", "site/history", "site/search", "site/i18n", "src/vault"],
  i18n: [],
  components: ["site/build", "site/markdown", "site/i18n"],
  layouts: ["site/build", "site/i18n"],
  scripts: ["site/components", "site/i18n", "site/search"],
};
const siteHomes: Record<string, string> = {
  unified: "markdown",
  "remark-parse": "markdown",
  "remark-gfm": "markdown",
  "remark-math": "markdown",
  "remark-rehype": "markdown",
  "hast-util-sanitize": "markdown",
  "hast-util-to-html": "markdown",
  temml: "markdown",
  lowlight: "markdown",
  pagefind: "search",
  "d3-force": "build",
  astro: "build",
};
const siteFiles = globSync("site/*/**/*.ts", { cwd: root });

test.each(siteFiles)("%s imports only what its part of the site may", (file) => {
  const folder = folderOf(file);
  for (const specifier of importsOf(file)) {
    if (!specifier.startsWith(".")) {
      expect(siteHomes[specifier] ?? folder, `${file} → ${specifier}`).toBe(folder);
      continue;
    }
    const target = relative(root, resolve(root, file, "..", specifier));
    const to = target.split("/").slice(0, 2).join("/");
    if (to === `site/${folder}` || to === "src/errors.ts" || to === "site/renderer.ts") continue;
    expect(siteMayImport[folder], `${file} → ${target} is not an arrow`).toContain(to);
  }
});
