import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInBrowser } from "../browser.ts";
import type { OpenedPage } from "../open-page.ts";
import { useSite } from "./use-site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const code = "const rice = 'bomba';\n\n  stir(rice, \"<never>\");";

const write = (root: string): void => {
  mkdirSync(join(root, "topics"));
  writeFileSync(
    join(root, "topics", "code.md"),
    `# Code\n\n\`\`\`js\n${code}\n\`\`\`\n\n- An item:\n\n  \`\`\`\n  nested\n  \`\`\`\n\n> [!warning] Hot\n> An oven\n`,
  );
  writeFileSync(join(root, "topics", "plain.md"), "# Plain\n\nNo `block` of code.\n");
};

describeInBrowser("a block of code", (browser) => {
  const site = useSite(write);
  const open = async (options = {}): Promise<OpenedPage> => {
    const opened = await browser.open(options);
    await opened.page.goto(`${site().url}topics/code/`, { waitUntil: "networkidle" });
    return opened;
  };

  test("is copied as it stands by its button, with the keyboard, and the page says so", async () => {
    const { page, seen } = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const button = page.getByRole("button", { name: "Copy", exact: true }).first();
    await page.locator("pre").first().focus();
    await page.keyboard.press("Tab");
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    const status = page.getByRole("status");
    await status.getByText("Copied", { exact: true }).waitFor();
    expect(await status.count()).toBe(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await page.getByRole("button", { name: "Copy", exact: true }).count()).toBe(2);
    expect(seen.complaints).toEqual([]);
  });

  test.each([
    [true, "Copied"],
    [false, "Selected, ready to be copied"],
  ])("is selected where there is no clipboard (old command: %s)", async (works, words) => {
    const { page, seen } = await open();
    await page.evaluate((result) => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => result;
    }, works);
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("status").getByText(words, { exact: true }).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(code);
    expect(seen.complaints).toEqual([]);
  });

  test("has no button without JavaScript, and pages without code load nothing of it", async () => {
    const { page } = await open({ javaScript: false });
    expect(await page.locator("main button").count()).toBe(0);
    const other = await browser.open();
    await other.page.goto(`${site().url}topics/plain/`, { waitUntil: "networkidle" });
    expect(other.seen.requests.filter((url) => /code|callouts|Body/.test(url))).toEqual([]);
  });

  test.each([390, 1280])("gives axe nothing to say, %i px wide", async (width) => {
    const opened = await open({ width });
    await opened.page.evaluate(axe);
    await opened.page.locator("pre").first().hover();
    expect(await opened.ask("axe", { runOnly: ["wcag2a", "wcag2aa", "wcag22aa"] })).toEqual([]);
  });
});
