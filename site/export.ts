import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LociError } from "../src/errors.ts";
import { builtNames, markSite, siteDraft } from "../src/memory/built-sites.ts";
import { searchFiles } from "./search/search-index.ts";
import type { Page } from "./server.ts";

export interface ExportReport {
  readonly pages: number;
  /** Pagefind is not installed. */
  readonly isWithoutSearch: boolean;
}

export interface ExportChoice {
  readonly out: string;
  /** The vault's folder. */
  readonly root: string;
  /** The site is for everyone. */
  readonly isPublic: boolean;
  /** URLs of all pages, and of the files that they load. */
  readonly pages: readonly string[];
  readonly files: readonly string[];
  readonly answer: (path: string) => Promise<Page>;
}

/**
 * Writes the static site into a folder. It replaces an earlier site there, and nothing else; if it fails, the earlier
 * site stays as it is.
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

/** An existing folder keeps its mode, which may have been changed for a web server. */
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
  rmSync(join(out, siteDraft), { recursive: true, force: true }); // Left by a build that was killed.
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
    // A person's own file, or a symbolic link.
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
