import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";

/** How a page is opened; 1280 × 800 on a light screen where nothing is said. */
export interface OpenOptions {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly javaScript?: boolean;
  readonly reducedMotion?: boolean;
  /** As if the page had no policy, to see what the other layers hold. */
  readonly withoutPolicy?: boolean;
}

/** What a page did that no page of the site may do; each as a sentence. Empty lists are what a test wants. */
interface Seen {
  readonly complaints: string[];
  /** Requests to any other host: none of them gets out. */
  readonly elsewhere: string[];
  /** Everything that was asked of the site itself, in order. */
  readonly requests: string[];
}

export interface OpenedPage {
  readonly page: Page;
  readonly seen: Seen;
  /** Calls a function of test/site/e2e/in-page.js. */
  ask<T>(name: string, ...values: readonly unknown[]): Promise<T>;
}

/** The browser's path: `CHROMIUM`, or where systems put it. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== "") return named;
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].find((path) => existsSync(path));
}

/** Chromium that asks nobody for anything: names other than loopback lead nowhere, whoever asks. */
export function browserArgs(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  ];
}

/** A page of a context of its own that records what it should not do. */
export async function openPage(browser: Browser, options: OpenOptions): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark === true ? "dark" : "light",
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
    javaScriptEnabled: options.javaScript ?? true,
    bypassCSP: options.withoutPolicy ?? false,
    serviceWorkers: "block",
  });
  const seen: Seen = { complaints: [], elsewhere: [], requests: [] };
  await watchContext(context, seen);
  const page = await context.newPage();
  return {
    page,
    seen,
    ask: (name, ...values) => page.evaluate(`inPage.${name}(...${JSON.stringify(values)})`),
  };
}

async function watchContext(context: BrowserContext, seen: Seen): Promise<void> {
  await context.addInitScript({ path: resolve(import.meta.dirname, "e2e", "in-page.js") });
  await context.exposeFunction("reportViolation", (words: string) => {
    seen.complaints.push(`policy: ${words}`);
  });
  await context.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    reportViolation(event.effectiveDirective + " " + event.blockedURI + " " + event.sample))`);
  await context.route(isElsewhere, async (route) => {
    seen.elsewhere.push(route.request().url());
    await route.abort();
  });
  context.on("request", (request) => {
    if (!isElsewhere(new URL(request.url()))) seen.requests.push(request.url());
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A page that was left in the middle of a load says so; that is no fault of it.
    if (why !== "net::ERR_ABORTED") seen.complaints.push(`failed: ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage) {
      seen.complaints.push(`answered ${response.status()}: ${response.url()}`);
    }
  });
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      seen.complaints.push(`console: ${message.text().slice(0, 300)}`);
    }
  });
  context.on("weberror", (error) => seen.complaints.push(`threw: ${String(error.error())}`));
  context.on("dialog", (dialog) => {
    seen.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // It may be gone already.
  });
  context.on("page", (page) => {
    page.on("popup", (popup) => seen.complaints.push(`popup: ${popup.url()}`));
    page.on("download", (download) => seen.complaints.push(`download: ${download.url()}`));
  });
}

/** Anything but loopback and what needs no network. */
function isElsewhere(url: URL): boolean {
  const isHere = ["127.0.0.1", "localhost"].includes(url.hostname);
  return !["data:", "about:", "blob:"].includes(url.protocol) && !isHere;
}
