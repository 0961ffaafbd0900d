import { placeOf } from "../../src/vault/paths.ts";
import { foldName } from "./hide-rules.ts";
import type { LoadedFile, LoadedVault } from "./load-vault.ts";
import { withParents } from "./urls.ts";

/** A public site has of a vault what its list names, and no log, which tells of all. */
export function listedOnly(loaded: LoadedVault, list: readonly string[] | undefined): LoadedVault {
  if (list === undefined) return loaded;
  const shown = loaded.shown.filter((file) => isListed(file, list));
  const unlisted = loaded.shown.filter((file) => !shown.includes(file));
  const hidden = unlisted.map(({ path, entries }) => ({ path, text: undefined, hidden: entries }));
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
    const place = name.replace(/\/+$|\.md$/g, "");
    const own = foldName(path).replace(/\.md$/, "");
    return own === place || own.startsWith(`${place}/`) || (!archived && foldName(topic) === place);
  });
}

/** How much of it is not shown. */
export const hiddenOf = ({ shown, hidden }: LoadedVault): { notes: number; memories: number } => ({
  notes: hidden.length,
  memories: shown.reduce((sum, file) => sum + file.hidden.length, 0),
});
