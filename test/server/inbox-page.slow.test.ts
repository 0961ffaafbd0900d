import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInBrowser } from "../site/browser.ts";
import { writeFiles } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

const rent = [
  "- The rent is 850 euros a month (2026-01-02) [source:: s1]",
  "- The rent is 920 euros a month (2026-03-02) [source:: s2]",
];
const hostile = "<img src=x onerror=alert()>";
const walks = [
  `- Walks the dog ${hostile} along the river every evening (2026-01-02) [source:: s1]`,
  `- Every evening walks the dog ${hostile} along the river (2026-01-05) [source:: s2]`,
];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describeInBrowser("the inbox on the talk page", (browser) => {
  async function openInbox(files: Record<string, string>, width = 1280) {
    const { root, url } = await serveVault();
    writeFiles(root, files);
    const { hash, origin } = new URL(url);
    const { page } = await browser.open({ width });
    await page.goto(`${origin}/talk/${hash}`);
    await page.getByLabel("Who speaks").waitFor();
    const inbox = page.locator("#inbox");
    const open = () => inbox.locator("summary").click();
    await open();
    const read = (file: string) => readFileSync(join(root, file), "utf8");
    return { root, page, inbox, open, read, status: inbox.locator("> p") };
  }

  test("what waits is shown with what a yes does, as text; yes and no are answered one by one", async () => {
    const files = {
      "topics/rent.md": `${rent.join("\n")}\n`,
      "topics/dog.md": `${walks.join("\n")}\n`,
    };
    const { page, inbox, status, read } = await openInbox(files);
    await status.getByText("2 wait.").waitFor();
    expect(await inbox.textContent()).toContain(hostile);
    expect(await inbox.locator("img").count()).toBe(0);
    const cardOf = (text: string) => inbox.locator("li").filter({ hasText: text });
    expect(await cardOf("rent").textContent()).toMatch(
      /A contradiction\?The rent is 920.*2026-03-02.*topics\/rent\.md:2.*The rent is 850.*Yes strikes the second one/,
    );
    await cardOf("rent").getByRole("button", { name: /^Yes/ }).click();
    await status.getByText("Struck, and readable in its file. One waits.").waitFor();
    expect(read("topics/rent.md")).toContain("~~The rent is 850 euros a month~~");
    expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^Yes: The same\?/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await status.getByText("Both stay. Nothing waits.").waitFor();
    expect(read("topics/dog.md")).toMatch(/\[not-same:: \^/);
    expect(await inbox.locator("summary").evaluate((one) => one.matches(":focus"))).toBe(true);
  });

  test("a line that was changed meanwhile is left alone, and it says so; opened again, nothing waits", async () => {
    const { root, inbox, open, status, read } = await openInbox({
      "topics/rent.md": rent.join("\n"),
    });
    await status.getByText("One waits.").waitFor();
    const edited = rent.join("\n").replace("850 euros a month", "850 euros, we thought");
    writeFiles(root, { "topics/rent.md": edited });
    await inbox.getByRole("button", { name: /^Yes/ }).click();
    await inbox.getByRole("alert").getByText("one of its lines has changed").waitFor();
    expect(read("topics/rent.md")).toBe(edited);
    await open();
    await open();
    await status.getByText("Nothing waits.").waitFor();
  });

  test("somebody else's pairs are shown to them alone", async () => {
    const file = "people/ben/topics/rent.md";
    const { page, inbox, open, status } = await openInbox({ [file]: rent.join("\n") });
    await status.getByText("Nothing waits.").waitFor();
    await page.getByLabel("Who speaks").selectOption("ben");
    await expect.poll(() => inbox.getAttribute("open")).toBe(null);
    await open();
    await status.getByText("One waits.").waitFor();
    await page.getByLabel("Who speaks").selectOption("ana");
    await expect.poll(() => inbox.textContent()).not.toContain("rent");
  });

  test.each([1280, 320])(
    "axe finds nothing, and nothing stands out of the page, %i px wide",
    async (width) => {
      const { page, status } = await openInbox({ "topics/rent.md": rent.join("\n") }, width);
      await status.getByText("One waits.").waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = Object(await page.evaluate("axe.run()"));
        expect(violations.map(({ id }: { id: string }) => id)).toEqual([]);
      }
    },
  );
});
