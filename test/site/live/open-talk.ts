import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openSiteProcess } from "../../../src/app/site/site-process.ts";
import type { ServedSite } from "../../../src/server/pages.ts";
import { serveVault } from "../../server/serve-vault.ts";
import { useFixture, writeFiles } from "../../temp.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const git = (root: string, ...words: string[]): string =>
  execFileSync("git", words, { cwd: root, encoding: "utf8" });

/** A served vault with git and these files besides the starter's, and its talk page open. */
export async function openTalk(page: Page, files: Record<string, string> = {}) {
  const root = useFixture("starter");
  writeFiles(root, files);
  git(root, "init", "-qb", "main");
  const served = await serveVault({}, root);
  await page.goto(served.url);
  await page.goto(new URL("/talk/", served.url).href);
  await page.getByLabel("Who speaks").waitFor();
  const atRest = () => page.locator('#talk[aria-busy="false"]').waitFor();
  const say = async (words: string) => {
    await page.getByLabel("Ask or tell").fill(words);
    await page.keyboard.press("Enter");
    await atRest();
  };
  const card = (words: string) => page.locator(".fact").filter({ hasText: words });
  /** All Markdown of the vault, as it lies there and as git has it. */
  const inFiles = (words: string) => filesWith(root, words);
  const inGit = async (words: string) => {
    await served.loci.vault.committer.commit();
    return git(root, "grep", "-c", "-F", words, "HEAD", "--", ".").trim();
  };
  return { ...served, page, say, atRest, card, inFiles, inGit };
}

/** The site of the starter vault, which lays out what is said. */
export function useStarterSite(): ServedSite {
  const root = useFixture("starter");
  const site = openSiteProcess(() => ({
    ...{ root, title: "Loci", language: "en", banks: [], include: [] },
    ...{ defaultBank: "Personal", protectedBanks: [], isLive: true },
  }));
  onTestFinished(site.close);
  return { ...site, async *changes() {} };
}

function filesWith(root: string, words: string): string[] {
  try {
    const found = execFileSync("grep", ["-rlF", "--include=*.md", words, "."], {
      ...{ cwd: root, encoding: "utf8" },
    });
    return found.trim().split("\n").sort();
  } catch {
    return []; // grep found nothing.
  }
}

/** Fails where something stands out of the page, or axe finds a fault in it, light or dark. */
export async function checkAccess(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = Object(await page.evaluate("axe.run()"));
    expect(violations.map(({ id, nodes }: { id: string; nodes: object[] }) => [id, nodes])).toEqual(
      [],
    );
  }
}
