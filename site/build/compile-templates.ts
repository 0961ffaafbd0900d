import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Compiles the templates of site/ into `into`: `server/entry.mjs` renders, `client/` has what pages load. Needs Astro,
 * so it runs where Loci itself is built, or from its source; in a process of its own, since Astro keeps much in memory.
 */
export async function compileTemplates(into: string): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = "1";
  process.env.NODE_ENV = "production";
  const { build } = await import("astro");
  await build({
    root: fileURLToPath(new URL("../../", import.meta.url)),
    outDir: into,
    cacheDir: join(into, "cache"),
    logLevel: "error",
  });
  await rm(join(into, "cache"), { recursive: true, force: true });
}
