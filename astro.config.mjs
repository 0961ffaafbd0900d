import { defineConfig } from "astro/config";

/**
 * Astro compiles the templates of site/ into a renderer (dist/site): a vault is data that it gets later, page by page
 * (site/build/), on a machine without Astro. `adapter` is what makes Astro leave out its own server.
 */
const renderer = {
  name: "loci-renderer",
  hooks: {
    "astro:config:setup": ({ updateConfig }) =>
      updateConfig({
        vite: { ssr: { noExternal: true }, build: { assetsInlineLimit: 0 } },
      }),
    "astro:config:done": ({ setAdapter }) =>
      setAdapter({
        name: "loci-renderer",
        entrypointResolution: "auto",
        serverEntrypoint: new URL("./site/renderer.ts", import.meta.url),
        supportedAstroFeatures: { serverOutput: "stable", sharpImageService: "unsupported" },
      }),
  },
};

export default defineConfig({
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: "./dist/site",
  output: "server",
  adapter: renderer,
  build: { inlineStylesheets: "never", assets: "assets" },
  scopedStyleStrategy: "class",
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  devToolbar: { enabled: false },
});
