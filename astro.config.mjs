import { resolve } from "node:path";
import { defineConfig } from "astro/config";

/**
 * `astro build` makes the static site of LOCI_VAULT. `LOCI_BUNDLE=1 astro build`, when a release is made, makes a bundle
 * that renders any vault without Astro or Vite: export.ts and `loci up` ask it for pages.
 */
const { env } = process;
const isBundle = env.LOCI_BUNDLE !== undefined;
if (!isBundle) {
  const { readSiteOptions } = await import("./src/app/site/site-options.ts");
  const vault = { root: resolve(env.LOCI_VAULT ?? "vault"), env, report: console.error };
  const { options } = await readSiteOptions({ ...vault, include: [], isPublic: false });
  env.LOCI_SITE = JSON.stringify(options);
}
const bundle = {
  name: "loci-bundle",
  hooks: {
    "astro:config:done": ({ setAdapter }) =>
      setAdapter({
        name: "loci-bundle",
        entrypointResolution: "auto",
        serverEntrypoint: new URL("./site/server.ts", import.meta.url),
        supportedAstroFeatures: { serverOutput: "stable", sharpImageService: "unsupported" },
      }),
  },
};

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: env.LOCI_BUNDLE || "./dist/www",
  ...(isBundle && { output: "server", adapter: bundle }),
  trailingSlash: "ignore",
  // Nothing inline: the content security policy of layouts/Base.astro lets nothing inline run.
  build: { inlineStylesheets: "never", assets: "assets" },
  vite: { build: { assetsInlineLimit: 0 }, worker: { format: "es" }, ...(isBundle && { ssr: { noExternal: true, external: ["pagefind"] } }) },
  scopedStyleStrategy: "class",
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  devToolbar: { enabled: false },
});
