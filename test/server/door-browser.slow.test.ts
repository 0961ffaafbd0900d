import { expect, onTestFinished, test } from "vitest";
import { describeInBrowser } from "../site/browser.ts";
import { serveFolder } from "../site/serve-folder.ts";
import { useVault } from "../temp.ts";
import { serveSite } from "./serve-site.ts";

/** The addresses of a page at another port, with this in it: as another origin, and as another site. */
async function serveElsewhere(html: string): Promise<readonly string[]> {
  const { url, close } = await serveFolder(useVault({ "index.html": html }));
  onTestFinished(close);
  return [url, url.replace("127.0.0.1", "localhost")];
}

describeInBrowser("the door in a browser", ({ open }) => {
  test("the printed address opens the site, the page to talk on and the API, once; the token is never there", async () => {
    const { base, url, token, loci } = await serveSite();
    const { page } = await open();
    const seen: string[] = [];
    page.on("request", (request) => {
      seen.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? "");
    });
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    expect(page.url()).toBe(`${base}/`);
    await page.goto(`${base}/talk/`);
    await page.getByRole("textbox").fill("which rice?");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => loci.asked.map(([name]) => name)).toContain("converse");
    const kept = await page.evaluate(
      "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href])",
    );
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Lax", path: "/", expires: -1 }]);
    expect(`${kept}${JSON.stringify(cookies)}${seen.join("\n")}`).not.toContain(token);
    expect(await page.evaluate("document.cookie")).toBe("");
    const other = await open();
    await other.page.goto(url);
    await other.page.getByText("This browser has no access").waitFor();
    expect(await other.page.context().cookies()).toEqual([]);
    // Where somebody is in already, an address that works no more changes nothing.
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
  });

  test("a link on another site leads to the page; one that asks the API reads nothing", async () => {
    const { base, url, loci } = await serveSite();
    const call = `fetch("${base}/api/facts", { method: "POST", credentials: "include", mode: "no-cors", body: "{}" })`;
    const others = await serveElsewhere(
      `<a href="${base}/topics/cooking/">paella</a><script>${call}.finally(() => (document.title = "asked"))</script>`,
    );
    const { page } = await open();
    await page.goto(url);
    for (const other of others) {
      await page.goto(other);
      await page.waitForFunction("document.title === 'asked'");
      await page.getByRole("link").click();
      await page.getByText("Cooking: bomba rice").waitFor();
    }
    expect(loci.asked).toEqual([]);
  });

  test("other sites can neither frame a page nor read what it loads", async () => {
    const { base, url } = await serveSite();
    const { page } = await open();
    await page.goto(url);
    await page.getByText("Home: paella").waitFor();
    const trap = `<iframe src="${base}/"></iframe><img src="${base}/files/oven.mp3">`;
    const others = await serveElsewhere(trap);
    for (const other of others) {
      const asked: string[] = [];
      const read: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("requestfinished", async (request) => {
        if ((await request.response())?.status() === 200) read.push(request.url());
      });
      await page.goto(other);
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
