import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, BuildReport } from "../../../site/build/build-options.ts";
import { buildSite } from "../../../site/build/build-site.ts";

/** Builds the site of a vault, without a search index unless asked. */
export const siteOf = (
  root: string,
  out: string,
  choice: Partial<BuildOptions> = {},
): Promise<BuildReport> =>
  buildSite({
    ...{ root, out, base: "/", title: "Ours", language: "en", timezone: "Europe/Madrid" },
    now: Date.parse("2026-03-04T12:00:00Z"),
    ...{ banks: ["Personal", "Work", "Health"], defaultBank: "Personal" },
    ...{ include: [], protectedBanks: [], isServed: false, isLive: false, search: false },
    ...choice,
  });

/** Every file of a folder with its content, by path. */
export function filesIn(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
  return Object.fromEntries(
    paths.sort().map((path) => [path, readFileSync(join(folder, path), "latin1")]),
  );
}

/** The text of a page. */
export const pageIn = (out: string, url: string): string =>
  readFileSync(join(out, url, "index.html"), "utf8");
