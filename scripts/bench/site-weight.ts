import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What a browser fetches to show a page, gzipped. */
export interface Weight {
  /** Address below the site's base. */
  readonly page: string;
  /** The page with its styles and scripts, but nothing that a script fetches later. */
  readonly kb: number;
  readonly htmlKb: number;
  readonly stylesKb: number;
  readonly scriptsKb: number;
  readonly requests: number;
}

/** Weighs pages of a built site. */
export function createScale(out: string): (page: string) => Weight {
  const kbByFile = new Map<string, number>();
  const kbOf = (file: string): number => {
    const known = kbByFile.get(file) ?? gzipKb(readFileSync(join(out, file)));
    kbByFile.set(file, known);
    return known;
  };
  return (page) => {
    const html = readFileSync(join(out, page, "index.html"), "utf8");
    const styles = linked(html, /<link\b[^>]*>/g, (tag) => /\brel="?stylesheet/.test(tag));
    const scripts = withImports(
      out,
      linked(html, /<script\b[^>]*>/g, () => true),
    );
    const [htmlKb, stylesKb] = [gzipKb(Buffer.from(html)), sum(styles.map(kbOf))];
    const scriptsKb = sum(scripts.map(kbOf));
    const requests = 1 + styles.length + scripts.length;
    return { page, kb: htmlKb + stylesKb + scriptsKb, htmlKb, stylesKb, scriptsKb, requests };
  };
}

/** All pages of a kind: those whose addresses fit a glob, `""` for the home page. */
export function pagesLike(out: string, glob: string): string[] {
  return globSync(join(glob, "index.html"), { cwd: out })
    .map((file) => file.slice(0, -"index.html".length))
    .sort();
}

/** Size of files that fit a glob as they go over the wire; what is compressed already stays as it is. */
export function wireKb(out: string, glob: string): number[] {
  return globSync(glob, { cwd: out }).map((file) => {
    const bytes = readFileSync(join(out, file));
    return Math.min(gzipKb(bytes), bytes.length / 1e3);
  });
}

const gzipKb = (bytes: Uint8Array): number => gzipSync(bytes, { level: 6 }).length / 1e3;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Own files that tags of the page name; each once. */
function linked(html: string, tags: RegExp, isMeant: (tag: string) => boolean): string[] {
  const found = [...html.matchAll(tags)].map(([tag]) => tag).filter(isMeant);
  const addresses = found.map((tag) => /\b(?:href|src)="?\/([^"\s>?]+)/.exec(tag)?.[1]);
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

/** Scripts with those that they import at once. */
function withImports(out: string, scripts: readonly string[]): string[] {
  const all = new Set(scripts);
  for (const script of all) {
    const code = readFileSync(join(out, script), "utf8");
    for (const [, from = ""] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)) {
      all.add(join(script, "..", from));
    }
  }
  return [...all];
}
