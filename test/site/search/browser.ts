import { readFile, stat } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import type { Frame, PageView } from "../../../site/build/page.ts";
import { openTemplates } from "../../../site/build/templates.ts";
import { directionOf } from "../../../site/i18n/strings.ts";
import { launch } from "../browser.ts";

/** A browser with a site that has the real search page, and a page with the dialog at every other address. */
export interface SearchSite {
  readonly origin: string;
  /** Addresses that were asked for, with the bytes they cost once compressed. */
  readonly requests: { readonly path: string; readonly bytes: number }[];
  /** Addresses that answer 404. */
  readonly missing: Set<string>;
  open(path: string, language?: string): Promise<SearchTab>;
  close(): Promise<void>;
}

export interface SearchTab {
  readonly page: Page;
  /** What a good page has none of: console errors, requests to elsewhere. */
  readonly faults: string[];
}

export const base = "/notes/";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves the index that was written into `folder`. */
export async function openSearchSite(folder: string): Promise<SearchSite> {
  const { render, assets } = await openTemplates(base);
  const sample = await render({ frame: frameOf(base, "en"), page: { type: "search" } });
  // The worker of a page has the policy that its own file comes with.
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(sample)?.[1];
  if (policy === undefined) throw new Error("The page has no policy");
  const requests: { path: string; bytes: number }[] = [];
  const missing = new Set<string>();
  let language = "en";
  const answer = async (path: string): Promise<{ type: string; body: Buffer } | undefined> => {
    const below = decodeURIComponent(path).slice(decodeURIComponent(base).length);
    if (missing.has(below)) return undefined;
    const asset = assets.get(below);
    if (asset !== undefined) return { type: extname(below), body: asset };
    const file = join(folder, below);
    if (below.startsWith("pagefind/"))
      return (await stat(file).catch(() => undefined))?.isFile()
        ? { type: extname(below), body: await readFile(file) }
        : undefined;
    const page: PageView = { type: below === "search/" ? "search" : "not-found" };
    const html = await render({ frame: frameOf(path, language), page });
    return { type: ".html", body: Buffer.from(html) };
  };
  const server = createServer((request, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.invalid");
    const answered = answer(pathname).catch(() => undefined);
    void answered.then((found) => {
      requests.push({ path: pathname, bytes: found?.body.length ?? 0 });
      const type = types[found?.type ?? ""] ?? "application/octet-stream";
      response.writeHead(found === undefined ? 404 : 200, {
        "content-type": type,
        "content-security-policy": policy,
      });
      response.end(found?.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const browser = await launch();
  return {
    ...{ origin, requests, missing },
    async open(path, of = "en") {
      language = of;
      const page = await browser.newPage();
      page.setDefaultTimeout(8000);
      const faults: string[] = [];
      page.on("console", (said) => {
        if (said.type() === "error" || said.type() === "warning") faults.push(said.text());
      });
      page.on("pageerror", (error) => faults.push(`${error}`));
      page.on("dialog", (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.context().on("request", (request) => {
        if (!request.url().startsWith(`${origin}/`)) faults.push(`request to ${request.url()}`);
      });
      await page.goto(`${origin}${base}${path}`);
      return { page, faults };
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function frameOf(url: string, language: string): Frame {
  return {
    ...{ base, url, language, direction: directionOf(language) },
    ...{ siteTitle: "Memory", isPublic: false, isServed: false, isLive: false, hasSearch: true },
    ...{ today: "2026-02-14", sections: ["topics"] },
  };
}
