import { dirname } from "node:path/posix";
import { placeOf } from "../../src/vault/paths.ts";
import { foldName } from "./hide-rules.ts";
import type { LoadedFile, LoadedVault } from "./load-vault.ts";
import { withParents } from "./urls.ts";

/** A public site has of a vault what its list names, and no log, which tells of all. */
export function listedOnly(loaded: LoadedVault, list: readonly string[] | undefined): LoadedVault {
  if (list === undefined) return loaded;
  const shown = loaded.shown.filter((file) => isListed(file, list));
  const unlisted = loaded.shown.filter((file) => !shown.includes(file));
  const hidden = unlisted.map(({ path, entries, text }) => ({
    path,
    text: undefined,
    hidden: entries,
    goneText: text,
  }));
  const paths = new Set<string>(shown.map(({ path }) => path));
  return {
    shown,
    hidden: [...loaded.hidden, ...hidden],
    log: [],
    problems: loaded.problems.filter(({ path }) => paths.has(path)),
  };
}

/** A tag counts where frontmatter gives it to the whole file. */
function isListed({ path, frontmatter }: LoadedFile, list: readonly string[]): boolean {
  const { archived, topic } = placeOf(path);
  const names = new Set(frontmatter.tags.flatMap(withParents).map((tag) => `#${foldName(tag)}`));
  return list.map(foldName).some((name) => {
    if (name.startsWith("#")) return names.has(name);
    return liesIn(path, name) || (!archived && foldName(topic) === placeIn(name));
  });
}

const placeIn = (name: string): string => name.replace(/\/+$|\.md$/g, "");

function liesIn(path: string, name: string): boolean {
  const own = foldName(path).replace(/\.md$/, "");
  return own === placeIn(name) || own.startsWith(`${placeIn(name)}/`);
}

/**
 * Whether a note may show a file. On a public site that lies in a listed folder, or in the note's own: one without notes
 * counts to the folder above it, as `img/` does, and one with notes that are not listed to nobody's.
 */
export function fileRule(
  { shown, hidden }: LoadedVault,
  list: readonly string[] | undefined,
): (from: string, path: string) => boolean {
  if (list === undefined) return () => true;
  const folders = new Set([...shown, ...hidden].flatMap(({ path }) => foldersAbove(path)));
  const homeOf = (path: string): string =>
    foldersAbove(path).find((folder) => folders.has(folder)) ?? "";
  return (from, path) =>
    homeOf(path) === dirname(from) || list.some((name) => liesIn(path, foldName(name)));
}

/** The nearest first. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [folder] : [folder, ...foldersAbove(folder)];
}
