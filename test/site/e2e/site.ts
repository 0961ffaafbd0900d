import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { SiteReport } from "../../../site/server.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { openSiteProcess } from "../../../src/app/site/site-process.ts";
import { protectedBank } from "../hard/private.ts";
import { hardBanks } from "../hard-vault.ts";
import { serveFolder } from "../serve-folder.ts";

/** A site that was exported for the tests of a file, and is served to them as any web server would. */
export interface ExportedSite {
  /** Folder of the site. */
  readonly out: string;
  readonly report: SiteReport;
  /** Of its home page; ends with a slash. */
  readonly url: string;
  readonly origin: string;
}

/** Fills an empty folder with a vault. */
export type WriteVault = (root: string) => void;

/** What a vault keeps to itself, so that every kind of page is there. */
export const everything = ["people", "agents", "private", `bank:${protectedBank}`] as const;

export const writeStarter: WriteVault = (root) => {
  const from = resolve(import.meta.dirname, "../../../vault");
  cpSync(from, root, { recursive: true, filter: (path) => basename(path) !== ".loci" });
};

/** The site of a vault, exported before the tests of a file and gone after them. The function gives it to a test. */
export function useSite(write: WriteVault, choice: Partial<SiteOptions> = {}): () => ExportedSite {
  let site: (ExportedSite & { readonly close: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    site = await exportVault(write, choice);
  }, 300_000);
  afterAll(() => site?.close());
  return () => {
    if (site === undefined) throw new Error("the site was not exported");
    return site;
  };
}

async function exportVault(write: WriteVault, choice: Partial<SiteOptions>) {
  const folder = mkdtempSync(join(tmpdir(), "loci-site-"));
  const [root, out] = [join(folder, "vault"), join(folder, "site")];
  mkdirSync(root);
  write(root);
  const options: SiteOptions = {
    root,
    title: "Ana & Ben",
    language: "en",
    banks: hardBanks,
    defaultBank: "Personal",
    include: [],
    protectedBanks: [protectedBank],
    ...choice,
  };
  const process = openSiteProcess(() => options);
  const report = await process.export(out).finally(process.close);
  const served = await serveFolder(out);
  const close = async (): Promise<void> => {
    await served.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { out, report, url: served.url, origin: served.origin, close };
}

/** Every file of a folder, by its path in it, sorted. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name).slice(folder.length + 1))
    .sort();
}

/** One page of every kind in the site of the starter vault with everything shown. */
export const starterPages: Readonly<Record<string, string>> = {
  home: "",
  folder: "topics/",
  topic: "topics/cooking/",
  "topic in Japanese and English": `topics/${encodeURIComponent("旅行-日本")}/`,
  profile: "people/ana/profile/",
  general: "general/2026-02/",
  archived: "archive/garden-2025/",
  archive: "archive/",
  people: "people/",
  person: "people/ana/",
  agents: "agents/",
  banks: "banks/",
  bank: "banks/health/",
  tags: "tags/",
  tag: "tags/food/",
  timeline: "timeline/",
  month: "timeline/2026-02/",
  graph: "graph/",
  problems: "problems/",
  "not found": "404.html",
};
