import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { z } from "zod";
import { cleanEnv } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

const root = resolve(import.meta.dirname, "..", "..");

const listSchema = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }));

/** What `npm pack` would take now; it builds nothing here, so what is in `dist/` may be missing or old. */
function packedFiles(): string[] {
  const answer = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [list] = listSchema.parse(JSON.parse(answer));
  return (list?.files ?? []).map(({ path }) => path);
}

test("the oldest Node that package.json allows knows the syntax of the code, or the build puts it in other words", async () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bundle = await rolldown({
    input: [join(root, "src/cli/main.ts"), join(root, "src/app/loci.ts")],
    platform: "node",
    external: (id) => !/^[./\0]/.test(id) || id.endsWith(".node"),
    transform: { target: `node${/[\d.]+/.exec(engines.node)}` },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const imports = output.flatMap((file) => (file.type === "chunk" ? file.imports : []));
  // Of a package that the build does not bring along.
  expect(imports.filter((name) => name.startsWith("@oxc-project/"))).toEqual([]);
  expect(output.length).toBeGreaterThan(10);
});

test("a Node that does not know a name twice in a pattern runs conversations all the same", () => {
  const vault = join(useTempFolder(), "vault");
  const older = ["--no-js-regexp-duplicate-named-groups", "--no-js-regexp-modifiers"];
  const run = (words: readonly string[], input = ""): string =>
    execFileSync(process.execPath, [...older, join(root, "src/cli/main.ts"), ...words], {
      ...{ input, env: cleanEnv(), encoding: "utf8", stdio: "pipe" },
    });
  run(["init", "--example", vault]);
  expect(run(["chat", "--vault", vault], "which rice for paella?\n")).toContain("bomba rice");
  expect(run(["doctor", "--vault", vault])).toContain("All is well");
});

test("the package holds what it needs, and no tests, sources, pictures or source maps", () => {
  const files = packedFiles();
  const places = new Set(files.map((path) => path.replace(/\/.*/, "")));
  places.delete("dist");
  expect([...places].sort()).toEqual([
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "docs",
    "package.json",
    "scripts",
    "site",
    "vault",
  ]);
  const unwanted =
    /^src\/|^test\/|\.test\.|\.map$|^docs\/images|^scripts\/(?!board\/)|^site\/(?!live\/|styles\/\w+\.css$|public\/theme\.js$)/;
  expect(files.filter((path) => unwanted.test(path))).toEqual([]);
  expect(files).toContain("scripts/board/install.sh");
  expect(files).toContain("docs/settings.md");
});

test("the package pins what it depends on, and nothing of it runs when it is installed", () => {
  const { dependencies, scripts, files } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      scripts: z.record(z.string(), z.string()),
      files: z.array(z.string()),
    })
    .parse(JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
  expect(Object.keys(scripts)).not.toContain("install");
  expect(Object.keys(scripts)).not.toContain("postinstall");
  expect(files, "versions of all packages below, as they were tested").toContain(
    "npm-shrinkwrap.json",
  );
});

test("no package that Loci needs at run time compiles or downloads when it is installed", () => {
  const lockSchema = z.object({
    packages: z.record(
      z.string(),
      z.object({ dev: z.boolean().optional(), hasInstallScript: z.boolean().optional() }),
    ),
  });
  const lock = lockSchema.parse(
    JSON.parse(readFileSync(resolve(root, "package-lock.json"), "utf8")),
  );
  const running = Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript === true && entry.dev !== true)
    .map(([path]) => path);
  // Its native part is inside for every system; npm would compile it again for no gain: install with --ignore-scripts.
  expect(running).toEqual(["node_modules/better-sqlite3"]);
});

test("the lock knows the native parts for an arm64 board as well", () => {
  const lock = readFileSync(resolve(root, "package-lock.json"), "utf8");
  expect(lock).toContain('"node_modules/sqlite-vec-linux-arm64"');
  expect(lock).toContain('"node_modules/@pagefind/linux-arm64"');
});
