import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono, MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { type Credentials, callerOf, checkMay, unauthorized } from "./caller.ts";
import { loginPage } from "./logins.ts";
import type { Env } from "./operation.ts";
import { sendEvents } from "./send-events.ts";

interface SitePage {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The vault as pages, as fresh as its files. */
export interface ServedSite {
  /** What stands at an address, as it came. */
  page(path: string): Promise<SitePage>;
  /** Safe HTML of Markdown that stands in no file; its links lead to pages for who may see these. */
  html(texts: readonly string[], options: { readonly hasLinks: boolean }): Promise<string[]>;
  /** Where the page of a file of the vault lies. */
  addressOf(file: string): Promise<string | undefined>;
  /** Yields first `at …`, which names the present state, then `changed` after each change. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Adds the site, which a cookie or the owner's token opens, and `/page-of?file=…`, which leads to a file's page. */
export function addSite(app: Hono<Env>, site: ServedSite, credentials: Credentials): void {
  const opened = openTo(credentials);
  app.get("/live-events", opened, (c) => sendEvents(c, (signal) => site.changes(signal)));
  app.get("/page-of", opened, async (c) => {
    const file = c.req.query("file") ?? "";
    return c.redirect((await site.addressOf(file)) ?? `/${encodeURIComponent(file)}`);
  });
  app.get("*", opened, etag(), async (c) => {
    const { pathname } = new URL(c.req.url);
    const page = await site.page(pathname);
    const response = toResponse(page, c.req.header("range") ?? "");
    // A browser's cache is on a disk that others may read, and outlives Loci; an asset holds nothing of the vault.
    const isAsset = /^\/(?:assets|_astro)\//.test(pathname) && page.status === 200;
    const cache = isAsset ? "private, max-age=31536000, immutable" : "no-store";
    response.headers.set("cache-control", cache);
    return response;
  });
}

/** The bytes, or those of a range: some browsers play no sound without. */
function toResponse({ status, contentType, bytes }: SitePage, range: string): Response {
  const headers = { "content-type": contentType, "accept-ranges": "bytes" };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const end = Math.min(Number(last || bytes.length), bytes.length - 1);
  if (first === undefined || Number(first) > end)
    return new Response(Uint8Array.from(bytes), { status, headers });
  const part = { "content-range": `bytes ${first}-${end}/${bytes.length}` };
  const body = bytes.slice(Number(first), end + 1);
  return new Response(Uint8Array.from(body), { status: 206, headers: { ...headers, ...part } });
}

/** Shows a page that says how to get in, the same for every path, so as not to reveal what exists. */
const openTo =
  (credentials: Credentials): MiddlewareHandler<Env> =>
  async (c, next) => {
    const caller = callerOf(c, credentials);
    if (caller !== undefined) {
      checkMay(caller, "owner");
      await next();
      return;
    }
    const isPage = /\/$|\.html$/.test(c.req.path) || c.req.header("accept")?.includes("text/html");
    if (!isPage || c.req.header("authorization") !== undefined) throw unauthorized(c);
    return loginPage(c);
  };

/** The site's own styles, which the talk page shares. */
const styles = ["tokens", "base", "frame", "prose", "callouts", "code"];

/** Adds the page to talk on and its files, which hold nothing of the vault. */
export function addTalkPage(app: Hono<Env>): void {
  const sheet = styles.map((name) => readFileSync(pathOf(`styles/${name}.css`))).join("\n");
  app.get("/talk", (c) => c.redirect("/talk/"));
  app.use("/talk/*", etag(), async (c, next) => {
    c.header("cache-control", "no-cache");
    await next();
  });
  app.get("/talk/site.css", (c) => c.body(sheet, 200, { "content-type": "text/css" }));
  app.get("/talk/theme.js", serveStatic({ path: pathOf("public/theme.js") }));
  const rewriteRequestPath = (path: string): string => path.replace(/^\/talk\//, "");
  app.get("/talk/*", serveStatic({ root: pathOf("live"), rewriteRequestPath }));
}

// Two levels up is the package, from src/server and dist/server alike.
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../site/${name}`, import.meta.url));
