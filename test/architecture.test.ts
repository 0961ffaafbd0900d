import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** The architecture: a room of src/ may import only the rooms listed after it. */
const mayImport: Record<string, readonly string[]> = {
  vault: [],
  git: [],
  models: [],
  language: ["models"],
  index: ["vault", "models", "language"],
  recall: ["index", "vault", "models", "language"],
  session: ["language"],
  digest: ["session", "recall", "index", "models", "vault", "language", "settings"],
  sync: ["git", "vault"],
  voice: ["agent", "session", "models", "language"],
  memory: ["digest", "session", "sync", "git", "recall", "index", "language", "vault", "settings"],
  upkeep: [
    "memory",
    "digest",
    "session",
    "recall",
    "index",
    "models",
    "language",
    "vault",
    "settings",
  ],
  agent: ["memory", "digest", "session", "recall", "models", "vault", "language", "settings"],
  settings: [],
  app: [
    "settings",
    "memory",
    "upkeep",
    "voice",
    "digest",
    "agent",
    "session",
    "sync",
    "git",
    "recall",
    "index",
    "language",
    "models",
    "vault",
  ],
  server: ["app", "memory", "agent", "recall", "vault"],
  cli: [
    "settings",
    "app",
    "memory",
    "upkeep",
    "server",
    "sync",
    "voice",
    "agent",
    "recall",
    "language",
    "vault",
  ],
};

/** Folders of one room that still import each other: none may be added. */
const stillBothWays: readonly string[] = [];

/** A heavy dependency has its home, so it can be replaced in one place; SQLite has two, one for each database. */
const homes: Record<string, readonly string[]> = {
  "@echogarden/fvad-wasm": ["voice"],
  "better-sqlite3": ["index", "session"],
  chokidar: ["index"],
  commander: ["cli"],
  eld: ["language"],
  "gray-matter": ["vault"],
  ignore: ["git"],
  "isomorphic-git": ["git"],
  "@modelcontextprotocol/server": ["server"],
  "@hono/node-server": ["server"],
  "@hono/zod-openapi": ["server"],
  hono: ["server"],
  openai: ["models"],
  "@orama/stemmers": ["index"],
  picocolors: ["cli"],
  "snowball-stemmers": ["index"],
  "sqlite-vec": ["index"],
  stopword: ["index"],
  croner: ["app"],
  "prom-client": ["server"],
  tokenx: ["agent"],
};

/** Files at the root of src/: everyone may use these, only the edges may use the rest. */
const shared = [
  "src/errors.ts",
  "src/device-clock.ts",
  "src/diagnostics.ts",
  "src/within.ts",
  "src/write-ahead.ts",
];
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

/** Every import of our own files, as paths from the root. */
const arrows = files.flatMap((file) =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => ({ file, target: relative(root, resolve(root, file, "..", specifier)) })),
);

test("src/ holds exactly the rooms of the table", () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(Object.keys(mayImport).sort());
});

test("ARCHITECTURE.md lists the same rooms, arrows and homes", () => {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)\/` \|.*\| ([^|]+) \| ([^|]+) \|$/gm)];
  const listed = (cell = ""): string[] => (cell === "–" ? [] : cell.split(", ").sort());
  for (const [i, [, room = "", arrows, packages]] of rows.entries()) {
    const above = rows.slice(0, i).map(([, name = ""]) => name);
    const isHome = ([, rooms]: [string, readonly string[]]): boolean => rooms.includes(room);
    const own = Object.entries(homes).filter(isHome);
    const may = arrows === "all above" ? above.sort() : listed(arrows);
    expect([room, may]).toEqual([room, [...(mayImport[room] ?? [])].sort()]);
    expect([room, listed(packages)]).toEqual([room, own.map(([name]) => name).sort()]);
  }
  expect(rows.map(([, room]) => room).sort()).toEqual(Object.keys(mayImport).sort());
});

test("a room imports only the rooms that its row lists", () => {
  const isAllowed = (file: string, target: string): boolean => {
    const folder = folderOf(file);
    if (target.startsWith("site/")) return folder === "app";
    if (target.split("/").length === 2) return shared.includes(target) || edges.includes(folder);
    return folderOf(target) === folder || (mayImport[folder] ?? []).includes(folderOf(target));
  };
  const wrong = arrows.filter(({ file, target }) => !isAllowed(file, target));
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test("a heavy dependency is imported in its home only", () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .map((specifier) =>
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      )
      .filter((name) => homes[name]?.includes(folderOf(file)) === false)
      .map((name) => `${file} → ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("no two folders of a room import each other", () => {
  const between = new Set(
    arrows
      .map(({ file, target }) => [dirname(file), dirname(target)] as const)
      .filter(([from, to]) => from !== to && folderOf(`${from}/`) === folderOf(`${to}/`))
      .map(([from, to]) => `${from} → ${to}`),
  );
  const bothWays = [...between].filter((arrow) => {
    const [from, to] = arrow.split(" → ");
    return (from ?? "") < (to ?? "") && between.has(`${to} → ${from}`);
  });
  expect(bothWays.sort()).toEqual(stillBothWays);
});

/** Lines of `src/` and `site/`, a line of more than 120 columns as several: each landing lowers it to what is there. */
const maxLines = 59_646;

test("src/ and site/ have no more lines than they had", () => {
  // Folders next/ hold what is being written anew; what the site brings besides text has no lines.
  const left = /^(src\/[^/]*|site)\/next\/|weights\.ts$|\.(png|jpe?g|gif|ico|svg|woff2?|ttf|bin)$/;
  const listed = execFileSync("git", ["ls-files", "-z", "src", "site"], { cwd: root });
  const names = listed.toString().split("\0").slice(0, -1);
  const lines = names
    .filter((name) => !left.test(name) && existsSync(join(root, name)))
    .flatMap((name) => readFileSync(join(root, name), "utf8").replace(/\n$/, "").split("\n"))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 120)), 0);
  expect(lines).toBeLessThanOrEqual(maxLines);
});

/** Rooms that read the clock and the environment; what the others need of these is passed in. */
const readsClock = ["app", "settings", "server", "cli"];

/** Files that still read them: none may be added. */
const stillReadClock: readonly string[] = [
  // The age of an abandoned draft, asked for wherever a repository is opened.
  "src/git/disk.ts",
  // Programs for sound get what Loci itself was started with, less the keys.
  "src/models/programs/start-program.ts",
];

test("only cli/, server/, settings/ and app/ read the clock and the environment", () => {
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

/** What a folder of site/ may import besides itself and the files beside it; its plugins know no vault. */
const siteMayImport: Record<string, readonly string[]> = {
  vault: ["src/vault", "site/markdown"],
  markdown: ["site/vault", "site/i18n", "src/vault"],
  search: ["site/vault", "src/vault"],
  i18n: [],
  scripts: ["site/search", "site/styles"],
  pages: ["site/vault", "site/i18n", "src/vault"],
};
const siteHomes: Record<string, string> = {
  remark: "markdown",
  "remark-gfm": "markdown",
  "remark-math": "markdown",
  "remark-rehype": "markdown",
  "rehype-sanitize": "markdown",
  "rehype-raw": "markdown",
  pagefind: "search",
  "d3-force": "pages",
  "d3-zoom": "scripts",
};
const siteFiles = globSync("site/*/**/*.ts", { cwd: root });

test("a part of the site imports only what its row lists", () => {
  const isAllowed = (file: string, specifier: string): boolean => {
    const folder = folderOf(file);
    if (!specifier.startsWith(".")) return (siteHomes[specifier] ?? folder) === folder;
    const target = relative(root, resolve(root, file, "..", specifier));
    const to = target.split("/").slice(0, 2).join("/");
    const everyones = [`site/${folder}`, "src/errors.ts", "site/site.ts", "site/banks.ts"];
    return everyones.includes(to) || (siteMayImport[folder] ?? []).includes(to);
  };
  const wrong = siteFiles.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !isAllowed(file, specifier))
      .map((specifier) => `${file} → ${specifier}`),
  );
  expect(wrong).toEqual([]);
});
