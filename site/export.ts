import { appendFileSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtNames, siteMark, vaultMark } from "../src/app/site/built-names.ts";
import { LociError } from "../src/errors.ts";
import { searchFiles } from "./search/search-index.ts";
import type { Page } from "./server.ts";

export interface ExportReport {
  readonly pages: number;
  readonly hidden: { readonly notes: number; readonly memories: number };
  /** The search index is missing: Pagefind is not installed. */
  readonly isWithoutSearch: boolean;
}

export interface ExportChoice extends Pick<ExportReport, "hidden"> {
  readonly out: string;
  /** Of the vault. */
  readonly root: string;
  /** Everyone may see it. */
  readonly isPublic: boolean;
  readonly addresses: () => Promise<readonly string[]>;
  readonly answer: (path: string) => Promise<Page>;
  /** Addresses of what pages load. */
  readonly assets: Iterable<string>;
  /** Files that pages show, by their path in the vault. */
  readonly attachments: ReadonlySet<string>;
}

/** Writes the static site into a folder of its own. What was there of an earlier site is gone; all else in it stays. */
export async function exportSite(choice: ExportChoice): Promise<ExportReport> {
  const { out, addresses, answer, assets, attachments, hidden } = choice;
  emptyFolder(choice);
  const known = new Set<string>();
  const write = (path: string, bytes: Uint8Array): void => {
    const [name = ""] = path.split(/[\\/]/).filter(Boolean);
    if (!known.has(name)) {
      // A person's own, or a link that leads elsewhere.
      if (lstatSync(join(out, name), { throwIfNoEntry: false }) !== undefined)
        throw refuse(out, `it needs the name "${name}", which something else has there; move it`);
      appendFileSync(join(out, siteMark), `${name}\n`);
    }
    known.add(name);
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), bytes);
  };
  for (const path of assets) write(path, (await answer(path)).bytes);
  const all = await addresses();
  for (const address of all) {
    const { status, bytes } = await answer(address);
    const isMissing = address.endsWith("/404");
    if (status !== 200 && !isMissing)
      throw new Error(`Cannot write ${address}: it answered ${status}`);
    const name = isMissing ? `${address}.html` : address;
    write(decodeURIComponent(name.endsWith("/") ? `${name}index.html` : name), bytes);
  }
  for (const path of attachments) {
    const file = await answer(`/files/${path.split("/").map(encodeURIComponent).join("/")}`);
    if (file.status === 200) write(join("files", path), file.bytes);
  }
  const index = await searchFiles();
  for (const [path, bytes] of index ?? []) write(join("pagefind", path), bytes);
  return { pages: all.length, hidden, isWithoutSearch: index === undefined };
}

/** One that stands keeps its mode: who opened it to a web server need not do so again. */
function emptyFolder({ out, root, isPublic }: ExportChoice): void {
  mkdirSync(out, { recursive: true, mode: isPublic ? 0o777 : 0o700 });
  const names = builtNames(out, root);
  if (names === undefined && readdirSync(out).length > 0) {
    throw refuse(
      out,
      "it holds files that are no site of this vault; name an empty folder with --out",
    );
  }
  for (const name of names ?? []) rmSync(join(out, name), { recursive: true });
  rmSync(join(out, siteMark), { force: true });
  writeFileSync(join(out, siteMark), `${vaultMark(root)}\n`);
}

const refuse = (folder: string, why: string): LociError =>
  new LociError("WRITE_FAILED", `Cannot build the site into "${folder}": ${why}`, {
    data: { folder },
  });
