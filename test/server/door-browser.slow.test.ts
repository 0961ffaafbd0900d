import { createServer } from "node:http";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findChromium } from "../site/open-page.ts";
import { serveSite } from "./serve-site.ts";

const executablePath = findChromium();

/** A page at another port, with this in it. */
async function serveElsewhere(html: string): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

describe.skipIf(executablePath === undefined && !process.env.CI)("the door in a browser", () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath === undefined) throw new Error("No Chromium: apt install chromium");
    // Here another site has to be there, under another name of this machine.
    browser = await chromium.launch({
      executablePath,
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
    });
  });
  afterAll(() => browser?.close());
  const open = async (): Promise<{ readonly page: Page }> => {
    if (browser === undefined) throw new Error("the browser was not started");
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return { page: await context.newPage() };
  };

  test("the printed address opens the site, and its key leaves the address", async () => {
    const { url, base } = await serveSite();
    const { page } = await open();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    expect(page.url()).toBe(`${base}/`);
    // Any other page opens without it; a link to a line keeps its place.
    await page.goto(`${base}/topics/cooking/#e-1`);
    await page.getByText("Cooking: bomba rice").waitFor();
    expect(page.url()).toBe(`${base}/topics/cooking/#e-1`);
    await page.goto(`${base}/talk/`);
    await page.getByRole("link", { name: "Memory" }).click();
    await page.getByText("Home: paella").waitFor();
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/", expires: -1 }]);
  });

  test("a link on another site leads through the door to the page", async () => {
    const { base, url } = await serveSite();
    const other = await serveElsewhere(`<a href="${base}/topics/cooking/">paella</a>`);
    const { page } = await open();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    // Another name of this machine is another site.
    await page.goto(`http://localhost:${other}/`);
    const [request] = await Promise.all([
      page.waitForRequest(`${base}/topics/cooking/`),
      page.getByRole("link").click(),
    ]);
    expect((await request.allHeaders()).cookie).toBeUndefined();
    await page.getByText("Cooking: bomba rice").waitFor();
  });

  test("without a key the door says so, and opens when the whole address is pasted", async () => {
    const { base, url } = await serveSite();
    const { page } = await open();
    await page.goto(`${base}/`);
    await page.getByText("This page has no key").waitFor();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
  });

  test("an address lets one browser in, once: what its history keeps is worth nothing", async () => {
    const { base, url } = await serveSite();
    const { page } = await open();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    const other = await open();
    await other.page.goto(url);
    await other.page.getByText("The address was used before").waitFor();
    expect(await other.page.context().cookies()).toEqual([]);
    // Where somebody is in already, an address that works no more changes nothing.
    await page.goto(`${base}/topics/cooking/`);
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
  });

  test("the token is never in the browser: not in storage, a cookie, an address or a request", async () => {
    const { base, url, token, loci } = await serveSite();
    const { page } = await open();
    const seen: string[] = [];
    page.on("request", (request) => {
      seen.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? "");
    });
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    await page.goto(`${base}/talk/`);
    await page.getByRole("textbox").fill("which rice?");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => loci.conversations).toHaveLength(1);
    const kept = await page.evaluate(
      "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href])",
    );
    expect(`${kept}${JSON.stringify(await page.context().cookies())}`).not.toContain(token);
    expect(seen.join("\n")).not.toContain(token);
    expect(await page.evaluate("document.cookie")).toBe("");
    // A tab of its own talks too; a page of another port that knows the cookie does not.
    const tab = await page.context().newPage();
    await tab.goto(`${base}/talk/`);
    await tab.getByRole("textbox").fill("which rice?");
    await tab.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => loci.conversations).toHaveLength(2);
  });

  test("a browser that keeps no cookies is told so, once", async () => {
    const { url } = await serveSite();
    const { page } = await open();
    await page.route("**/login", (route) => route.fulfill({ json: { key: "k" } }));
    let loads = 0;
    page.on("load", () => loads++);
    await page.goto(url);
    await page.getByText("keeps no cookie").waitFor();
    await page.waitForTimeout(500);
    expect(loads).toBe(1);
  });

  test("other sites can neither frame a page nor read what it loads", async () => {
    const { base, url } = await serveSite();
    const { page } = await open();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    const trap = `<iframe src="${base}/"></iframe><img src="${base}/files/oven.mp3">`;
    const other = await serveElsewhere(trap);
    for (const host of ["localhost", "127.0.0.1"]) {
      const asked: string[] = [];
      const read: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("requestfinished", async (request) => {
        if ((await request.response())?.status() === 200) read.push(request.url());
      });
      await page.goto(`http://${host}:${other}/`);
      await page.waitForLoadState("networkidle");
      expect(asked).toContain(`${base}/files/oven.mp3`);
      expect(read.filter((address) => address.startsWith(`${base}/files`))).toEqual([]);
      for (const frame of page.frames().slice(1)) {
        expect(await frame.content().catch(() => "")).not.toContain("paella");
      }
      page.removeAllListeners();
    }
  });
});
