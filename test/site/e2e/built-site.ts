import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BuildOptions, BuildReport } from "../../../site/build/build-options.ts";
import { buildSite } from "../../../site/build/build-site.ts";
import { siteHistory } from "../../../src/app/site/open-site.ts";
import { protectedBank } from "../hard/private.ts";
import { hardBanks, writeHardVault } from "../hard-vault.ts";
import { type Served, serveFolder } from "../serve-folder.ts";

/** A site that was built for the tests of a file, and is served to them. */
export interface BuiltSite {
  /** Folder of the vault, and of the site. */
  readonly root: string;
  readonly out: string;
  readonly report: BuildReport;
  /** Of its home page; ends with the base. */
  readonly url: string;
  readonly origin: string;
}

export type SiteChoice = Partial<Omit<BuildOptions, "root" | "out">>;

/** Fills an empty folder with a vault. */
export type WriteVault = (root: string) => void;

/** The day of every build: the starter vault's. */
export const now = Date.parse("2026-11-20T12:00:00Z");

/** Everything that a vault has, private or not, so that every type of page is there. */
export const everything: readonly string[] = [
  "people",
  "agents",
  "private",
  `bank:${protectedBank}`,
];

export const writeStarter: WriteVault = (root) => {
  const from = resolve(import.meta.dirname, "..", "..", "..", "vault");
  cpSync(from, root, { recursive: true, filter: (path) => !path.includes("/.loci") });
};

/** Builds and serves the site of a vault in a temp folder; `close` takes it away. */
export async function openSite(
  write: WriteVault,
  choice: SiteChoice = {},
): Promise<BuiltSite & { readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "loci-e2e-"));
  const root = join(folder, "vault");
  const out = join(folder, "site");
  mkdirSync(root);
  write(root);
  const report = await buildSite(siteOptions(root, out, choice));
  const served: Served = await serveFolder(out, choice.base ?? "/");
  const close = async (): Promise<void> => {
    await served.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { root, out, report, url: served.url, origin: served.origin, close };
}

/** Options of a build, but for what a test chooses. */
export function siteOptions(root: string, out: string, choice: SiteChoice = {}): BuildOptions {
  const hiding = {
    banks: hardBanks,
    defaultBank: "Personal",
    include: choice.include ?? [],
    protectedBanks: [protectedBank],
  };
  const past = { root, lociDir: join(root, ".loci"), env: {}, choice: hiding, signal: undefined };
  return {
    ...hiding,
    base: "/",
    title: "Loci",
    language: "en",
    now,
    timezone: "Europe/Madrid",
    history: choice.publicList === undefined ? siteHistory(past) : undefined,
    isServed: false,
    isLive: false,
    ...choice,
    root,
    out,
  };
}

export const writeHard: WriteVault = writeHardVault;

/** Every file of a folder, by its path in it, sorted. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name).slice(folder.length + 1))
    .sort();
}
