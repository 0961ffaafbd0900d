import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../../run-loci.ts";
import { startUp } from "../../start-loci.ts";
import { useVault } from "../../temp.ts";
import { describeInBrowser } from "../browser.ts";

describeInBrowser("a page of loci up", ({ open }) => {
  // The site is built by processes that let all others go first: on a busy machine it takes its time.
  test("shows what changes, and says so when Loci is gone", async () => {
    const root = useVault({
      "loci.yaml": "site:\n  title: Ana remembers\n",
      "topics/cooking.md": `# Cooking\n\n- Prefers bomba rice\n${"- Rice again\n".repeat(100)}`,
    });
    const up = await startUp(root);
    await up.shows("/topics/cooking/", "bomba rice");
    const { page } = await open();
    const { stdout } = await runLoci(["up", "--address", "--vault", root]);
    expect(stdout).toContain(`${up.base}/login?code=`);
    await page.goto(stdout.trim());
    await page.getByText("Ana remembers").first().waitFor();
    await page.goto(`${up.base}/topics/cooking/`);
    await page.getByText("bomba rice").waitFor();
    await page.evaluate(() => scrollTo(0, 700));
    appendFileSync(join(root, "topics/cooking.md"), "- Broth from bones\n");
    await page.getByText("Broth from bones").waitFor({ timeout: 90_000 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
    await up.stop("SIGKILL");
    await page.getByText("loci up").waitFor({ timeout: 90_000 });
    expect(await page.content()).toContain("Broth from bones");
  }, 240_000);
});
