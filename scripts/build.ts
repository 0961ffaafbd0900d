import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ChunkingContext, rolldown } from "rolldown";
import { buildBundle } from "../site/bundle.ts";

/**
 * Builds `dist/`: our own modules gathered into a few files, since loading a hundred small ones costs a short command
 * more than its work; the packages stay outside, but for the few below. Files lie two levels below the package, as in
 * `src/`, so that what they find beside themselves (example vault, page) is found the same way.
 */
const path = (below: string): string => fileURLToPath(new URL(`../${below}`, import.meta.url));

/**
 * Packages that become part of `dist/`, because one file of what is used starts sooner and takes less memory than a
 * hundred small ones. Commander without what starts commands that are programs of their own takes half its time; what
 * imports zod comes along, or `loci up` would hold a second one.
 */
const inlined = [
  ...["zod", "yaml", "commander", "picocolors", "isomorphic-git"],
  ...["@hono/zod-openapi", "@hono/zod-validator", "@asteasolutions/zod-to-openapi", "openapi3-ts"],
  ...["hono", "@hono/node-server"],
  // What names of signs mean, "&num;": what the site hides is looked for in its text.
  ...["micromark-util-decode-string", "micromark-util-decode-numeric-character-reference"],
  ...["decode-named-character-reference", "character-entities"],
];

const packageOf = (id: string): string => /^(?:@[^/]+\/)?[^/]*/.exec(id)?.[0] ?? "";
const isOwn = (id: string): boolean =>
  (id.startsWith(".") || id.startsWith("/") || id.startsWith("\0")) && !id.endsWith(".node");

/**
 * What nearly every command loads is in two files, for a file costs more than what is in it: what is there before a
 * vault is opened, which is all that a question to a running `loci up` needs, and what opens a vault. By the modules
 * they begin at.
 */
const together: readonly (readonly [string, readonly string[]])[] = [
  ["command", ["src/cli/run-cli.ts", "src/cli/recall.ts", "src/cli/recall-from-running.ts"]],
  ["open", ["src/cli/open-vault.ts"]],
];
const chunkById = new Map<string, string>();

/** Own modules that a chunk's first ones import, and those that these import, except what an earlier chunk has. */
function fillChunks(graph: ChunkingContext): void {
  for (const [name, roots] of together) {
    const waiting = roots.map(path);
    for (const id of waiting) {
      if (chunkById.has(id)) continue;
      chunkById.set(id, name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
}

/** What isomorphic-git has in JavaScript, in 60 files, and Node has built in: a tenth of all that a sync without news does. */
const builtIn: Readonly<Record<string, string>> = {
  "sha.js/sha1.js": `
import { createHash } from "node:crypto";
export default class {
  hash = createHash("sha1");
  update(bytes) { this.hash.update(bytes); return this; }
  digest(form) { return this.hash.digest(form); }
}`,
  // Only a pack that comes without a git program is read piece by piece, which Node's own cannot do without waiting.
  pako: `
import { createRequire } from "node:module";
import { deflateSync, inflateSync } from "node:zlib";
export default {
  deflate: deflateSync,
  inflate: inflateSync,
  get Inflate() { return createRequire(import.meta.url)("pako").Inflate; },
};`,
};

rmSync(path("dist"), { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    "cli/main": path("src/cli/main.ts"),
    "app/index": path("src/app/loci.ts"),
  },
  platform: "node",
  external: (id) => !isOwn(id) && !inlined.includes(packageOf(id)) && !Object.hasOwn(builtIn, id),
  transform: { target: "node22.22" },
  preserveEntrySignatures: "allow-extension",
  plugins: [
    {
      name: "no-programs",
      transform: (code, id) =>
        /\/commander\/lib\/command\.js$/.test(id)
          ? code.replace(/^import childProcess .*$/m, "const childProcess = {};")
          : null,
    },
    {
      // 70 languages for messages that nobody is shown: half of zod.
      name: "locales",
      load: (id) => (/\bzod\/v4\/locales\/index\.js$/.test(id) ? "export {}" : null),
    },
    {
      name: "built in",
      resolveId: (id) => (Object.hasOwn(builtIn, id) ? `\0${id}` : null),
      load: (id) => builtIn[id.slice(1)] ?? null,
    },
    { name: "builtins", renderChunk: (code) => ({ code: withoutBuiltinImports(code), map: null }) },
  ],
});
const { output } = await bundle.write({
  dir: path("dist"),
  format: "esm",
  sourcemap: true,
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: "together",
        name(id, graph) {
          if (chunkById.size === 0) fillChunks(graph);
          return chunkById.get(id);
        },
      },
    ],
  },
});
await bundle.close();
for (const file of output) {
  if (file.type === "chunk") writeFileSync(path(`dist/${file.fileName}`), inAscii(file.code));
}
// The code finds the trained weights beside itself.
copyFileSync(path("src/language/gate/weights.bin"), path("dist/chunks/weights.bin"));
writeFileSync(path("dist/THIRD-PARTY.txt"), inlined.map(licenceOf).join("\n"));
// The site becomes a bundle that renders any vault: where Loci runs there is no Astro.
await buildBundle(path("dist/site"));
console.log(`dist: ${output.length} files`);

/**
 * To import a module of Node's reads all that it exports, for which it loads much that nobody asks for: `node:fs` its
 * promises, streams and readline. Taken from `process` it costs a short command several milliseconds less. Each stays
 * on its line, as the source maps have it; `cli/main` begins before the version of Node is known, and imports none.
 */
function withoutBuiltinImports(code: string): string {
  return code.replace(
    /^import (?:(\w[\w$]*)|\* as ([\w$]+)|\{([^{}]*)\}) from "(node:[\w/]+)";$/gm,
    (_, whole?: string, all?: string, names = "", id = "") =>
      `const ${whole ?? all ?? `{${names.replaceAll(" as ", ": ")}}`} = process.getBuiltinModule("${id}");`,
  );
}

/**
 * V8 keeps the text of what it runs, with one byte a character or, where a single one is not ASCII, with two: such are
 * written as `\u` and four digits, which says the same in strings and regular expressions. Raw templates have no escapes.
 */
function inAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.test(code)) return code;
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What the licence of an inlined package asks for: its text goes with the copy. */
function licenceOf(name: string): string {
  const folder = path(`node_modules/${name}`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  // Some packages name it in their package.json alone.
  const text = file === undefined ? license : readFileSync(`${folder}/${file}`, "utf8");
  const line = "=".repeat(80);
  return `${line}\n${name} ${version}\n${line}\n\n${text.trim()}\n`;
}
