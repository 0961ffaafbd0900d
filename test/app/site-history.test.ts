import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSite } from "../../src/app/site/open-site.ts";
import { git } from "../cli/synced-vaults.ts";
import { useVault } from "../temp.ts";

const topic = (...lines: readonly string[]): string =>
  `# Cooking\n\n${["Prefers bomba rice", ...lines].map((line) => `- ${line}\n`).join("")}`;

async function build(root: string, include: readonly string[] = []): Promise<string> {
  const site = await openSite({ root, env: { HOME: "/nonexistent" }, now: Date.now });
  const out = join(root, ".loci/site");
  const place = { out, base: "/", isServed: false, isLive: false, search: false };
  await site.build({ ...place, include });
  const page = join(out, "topics/cooking/history/index.html");
  return existsSync(page) ? readFileSync(page, "utf8") : "";
}

function commit(root: string, subject: string): void {
  git(root, "add", "-A");
  git(root, "-c", "user.name=Ana", "-c", "user.email=a@b.example", "commit", "-qm", subject);
}

test("a topic's history is on its site; what was made private a moment ago is in no commit of it", async () => {
  const root = useVault({
    ".gitignore": ".loci\n",
    "topics/cooking.md": topic("Hides chocolate behind the rice", "Likes no saffron"),
  });
  git(root, "init", "-q", "-b", "main");
  commit(root, "first");
  expect(await build(root)).toContain("Hides chocolate");
  writeFileSync(
    join(root, "topics/cooking.md"),
    topic("Hides chocolate behind the rice (2026-02-12) #private", "Likes no saffron #private"),
  );
  const hidden = await build(root);
  expect(hidden).toContain("bomba rice");
  expect(hidden).not.toMatch(/chocolate|saffron/);
  commit(root, "second");
  expect(await build(root)).not.toMatch(/chocolate|saffron/);
  expect(await build(root, ["private"])).toContain("chocolate");
});

test("a vault without git has no history, and a site all the same", async () => {
  const root = useVault({ "topics/cooking.md": topic("Broth from bones") });
  expect(await build(root)).toBe("");
  const page = readFileSync(join(root, ".loci/site/topics/cooking/index.html"), "utf8");
  expect(page).toContain("Broth from bones");
});
