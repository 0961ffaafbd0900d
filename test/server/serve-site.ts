import type { ServedSite } from "../../src/server/pages.ts";
import { rawRequest, serve } from "./serve.ts";

const html = "text/html; charset=utf-8";

/** What the pages of a small site are, by address. */
const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/": [html, "<h1>Home: paella</h1>"],
  "/topics/cooking/": [html, "<h1>Cooking: bomba rice</h1>"],
  "/graph.json": ["application/json", '{"nodes":[]}'],
  "/assets/page.CxD3kz1a.css": ["text/css; charset=utf-8", "body{}"],
  "/files/oven.mp3": ["audio/mpeg", "0123456789"],
};

/** `loci up`'s server with a site that is there. */
export async function serveSite() {
  let wake = (): void => {};
  const site = { isBroken: false, notify: () => wake() };
  const served: ServedSite = {
    async page(path) {
      if (site.isBroken) throw new Error("no page can be rendered");
      const [contentType = html, body = "<h1>Nothing here</h1>"] = pages[path] ?? [];
      return { status: path in pages ? 200 : 404, contentType, bytes: Buffer.from(body) };
    },
    html: async (texts, { hasLinks }) => texts.map((text) => `<p>${text.length} ${hasLinks}</p>`),
    addressOf: async (file) => (file === "topics/cooking.md" ? "/topics/cooking/" : undefined),
    async *changes(signal) {
      yield "at test";
      while (!signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
        if (!signal.aborted) yield "changed";
      }
    },
  };
  const server = await serve({ site: served });
  const { cookie } = await server.enter();
  /** Asks with the cookie, for paths that fetch would tidy up. */
  const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    rawRequest(server.port, { path, method, headers: { cookie, ...headers } });
  return { ...server, site, cookie, visit };
}
