import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/**
 * Builds `dist/`: our own modules gathered into a few files, since loading a hundred small ones costs a short command
 * more than its work; the packages stay outside. Files lie two levels below the package, as in `src/`, so that what
 * they find beside themselves (starter vault, page) is found the same way.
 */
const path = (below: string): string => fileURLToPath(new URL(`../${below}`, import.meta.url));

rmSync(path("dist"), { recursive: true, force: true });
const bundle = await rolldown({
  input: { "cli/main": path("src/cli/main.ts"), "app/index": path("src/app.ts") },
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0"),
});
const { output } = await bundle.write({
  dir: path("dist"),
  format: "esm",
  sourcemap: true,
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
});
await bundle.close();
console.log(`dist: ${output.length} files`);
