import { join } from "node:path";
import { builtPage } from "../../src/app/site/built-page.ts";
import { createChangeNotifier } from "../../src/app/site/change-notifier.ts";
import type { ServedSite } from "../../src/server/pages.ts";
import { useTempFolder, writeFiles } from "../temp.ts";
import { type RawAnswer, rawRequest, type Served, serve } from "./serve.ts";

/** A small built site, beside what no address may reach. */
const siteFiles = {
  "index.html": "<h1>Home: paella</h1>",
  "404.html": "<h1>Nothing here</h1>",
  "topics/cooking/index.html": "<h1>Cooking: bomba rice</h1>",
  "topics/قهوة-☕/index.html": "<h1>Coffee: strong</h1>",
  "graph.json": '{"nodes":[]}',
  "feed.xml": "<feed/>",
  "assets/page.CxD3kz1a.css": "body{}",
  "assets/plain.js": "1",
  "files/oven.mp3": "0123456789",
  "files/empty.txt": "",
  "files/evil.html": "<script>1</script>",
  "files/evil.svg": "<svg/>",
  "files/evil.js": "1",
  "pagefind/pagefind.js": "1",
  "pagefind/fragment/en_1a2b3c4d.pf_fragment": "x",
  "notes/run.sh": "x",
  ".loci-site.json": '{"secret":1}',
  ".hidden/index.html": "hidden",
} as const;

export interface ServedTestSite extends Served {
  readonly site: { folder: string; state: "there" | "coming" | "failed"; notify(): void };
  /** The cookie as a browser sends it back. */
  readonly cookie: string;
  /** Asks with the cookie, for paths that fetch would tidy up. */
  visit(path: string, headers?: Record<string, string>, method?: string): Promise<RawAnswer>;
}

/** `loci up`'s server with a site that is there. */
export async function serveSite(): Promise<ServedTestSite> {
  const around = useTempFolder();
  const folder = join(around, "site");
  writeFiles(folder, siteFiles);
  writeFiles(around, { "canary.html": "canary", "site-up/index.html": "canary" });
  const notifier = createChangeNotifier();
  const site = { folder, state: "there" as "there" | "coming" | "failed", notify: notifier.notify };
  const served: ServedSite = {
    changes: notifier.listen,
    page: (path) => builtPage({ folder, state: () => site.state }, path),
    addressOf: async (file) => (file === "topics/cooking.md" ? "/topics/cooking/" : undefined),
  };
  const server = await serve(undefined, 0, served);
  const { cookie } = await server.enter();
  const visit: ServedTestSite["visit"] = (path, headers = {}, method = "GET") =>
    rawRequest(server.port, { path, method, headers: { cookie, ...headers } });
  return { ...server, site, cookie, visit };
}
