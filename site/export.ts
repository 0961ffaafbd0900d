import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtNames, markSite, siteDraft } from "../src/app/site/built-sites.ts";
import { LociError } from "../src/errors.ts";
import { searchFiles } from "./search/search-index.ts";
import type { Page } from "./server.ts";

export interface ExportReport {
  readonly pages: number;
  /** The search index is missing: Pagefind is not installed. */
  readonly isWithoutSearch: boolean;
}

export interface ExportChoice {
  readonly out: string;
  /** Of the vault. */
  readonly root: string;
  /** Everyone may see it. */
  readonly isPublic: boolean;
  /** Addresses of all pages, and of the files that they load or show. */
  readonly pages: readonly string[];
  readonly files: readonly string[];
  readonly answer: (path: string) => Promise<Page>;
}

/**
 * Writes the static site into a folder of its own. What was there of an earlier site is gone; all else in it stays. A
 * site that cannot be written leaves the earlier one as it is.
 */
export async function exportSite(choice: ExportChoice): Promise<ExportReport> {
  const { out, root } = choice;
  const draft = join(out, siteDraft);
  openFolder(choice);
  try {
    const written = await writePages(choice, draft);
    replaceSite({ root, out, draft });
    return written;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** One that stands keeps its mode: who opened it to a web server need not do so again. */
function openFolder({ out, root, isPublic }: ExportChoice): void {
  mkdirSync(out, { recursive: true, mode: isPublic ? 0o777 : 0o700 });
  const isOurs = builtNames(root, out) !== undefined;
  if (!isOurs && readdirSync(out).length > 0) {
    throw refuse(
      out,
      "it holds files that are no site of this vault; name an empty folder with --out",
    );
  }
  if (!isOurs) markSite(root, out, []);
  rmSync(join(out, siteDraft), { recursive: true, force: true }); // Of one that was killed.
  mkdirSync(join(out, siteDraft), { mode: 0o700 });
}

async function writePages(
  { pages, files, answer }: ExportChoice,
  draft: string,
): Promise<ExportReport> {
  const write = (path: string, bytes: Uint8Array): void => {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), bytes);
  };
  for (const address of [...files, ...pages]) {
    const { status, bytes } = await answer(address);
    const isMissing = address.endsWith("/404");
    if (address.startsWith("/files/") && status !== 200) continue; // Gone since it was found.
    if (status !== 200 && !isMissing)
      throw new Error(`Cannot write ${address}: it answered ${status}`);
    const name = isMissing ? `${address}.html` : address;
    write(decodeURIComponent(name.endsWith("/") ? `${name}index.html` : name), bytes);
  }
  const index = await searchFiles();
  for (const [path, bytes] of index ?? []) write(join("pagefind", path), bytes);
  const count = pages.filter((address) => address.endsWith("/")).length;
  return { pages: count, isWithoutSearch: index === undefined };
}

function replaceSite({ root, out, draft }: { root: string; out: string; draft: string }): void {
  const old = (builtNames(root, out) ?? []).filter((name) => name !== siteDraft);
  const names = readdirSync(draft);
  for (const name of names) {
    // A person's own, or a link that leads elsewhere.
    if (!old.includes(name) && lstatSync(join(out, name), { throwIfNoEntry: false }) !== undefined)
      throw refuse(out, `it needs the name "${name}", which something else has there; move it`);
  }
  markSite(root, out, [...old, ...names]);
  for (const name of old) rmSync(join(out, name), { recursive: true });
  for (const name of names) renameSync(join(draft, name), join(out, name));
  markSite(root, out, names);
}

const refuse = (folder: string, why: string): LociError =>
  new LociError("WRITE_FAILED", `Cannot build the site into "${folder}": ${why}`, {
    data: { folder },
  });
