import { dirname, join, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { expandPath, readBool } from "../config/git-config.ts";
import { readRules } from "../disk.ts";
import { foldersAbove } from "../path-bytes.ts";
import type { Repository } from "../repository/repository.ts";

/** Gives a function that finds the rule by which git ignores a path, if any: `the line "*.wav" of .gitignore`. */
export function openIgnoreRules(
  { root, gitDir, config, person }: Repository,
  /** Without `ofVault` only the person's own rules count, which no other device can push. */
  { ofVault = true }: { readonly ofVault?: boolean } = {},
): (path: string, isFolder?: boolean) => Promise<string | undefined> {
  const usual = person.folder && join(person.folder, "ignore");
  const personal = config.get("core.excludesfile") || usual;
  const own = [join(gitDir, "info", "exclude")];
  if (personal) own.push(expandPath(personal, root, person.home));
  const ignoreCase = readBool(config, "core.ignorecase", false);
  const known = new Map<string, Ignore>();
  const read = async (file: string): Promise<Ignore> => {
    const isOwn = own.includes(file);
    // Git follows links to the person's files, never to those of the vault.
    const lines = (await readRules(file, isOwn)).replace(/^\ufeff/, "").split(/\r?\n/);
    const rules = ignore({ allowRelativePaths: true, ignoreCase });
    return rules.add(isOwn ? lines : bounded(lines));
  };
  /** The innermost rule that fits decides. */
  const find = async (path: string): Promise<string | undefined> => {
    const folders = ofVault ? [...foldersAbove(path.replace(/\/$/, "")), ""] : [];
    for (const file of [...folders.map((folder) => join(root, folder, ".gitignore")), ...own]) {
      const rules = known.get(file) ?? (await read(file));
      known.set(file, rules);
      const folder = own.includes(file) ? root : dirname(file);
      const { ignored, unignored, rule } = rules.test(`${root}/${path}`.slice(folder.length + 1));
      if (unignored) return undefined;
      const shown = file.replace(root + sep, "");
      if (ignored) return `the line "${rule?.pattern.slice(0, 60)}" of ${shown}`;
    }
    return undefined;
  };
  return async (path, isFolder = false) => {
    for (const above of foldersAbove(path).toReversed()) {
      const rule = await find(`${above}/`);
      if (rule !== undefined) return rule; // With all that lies in it.
    }
    return find(isFolder ? `${path}/` : path);
  };
}

/** The vault's own rules may come from anybody who can push: many stars take a matcher long, and people write few. */
function bounded(lines: readonly string[]): string[] {
  let left = 20;
  const isCheap = (line: string): boolean => {
    const stars = line.split("*").length - 1;
    return line.length <= 256 && (stars < 3 || (stars === 3 && left-- > 0));
  };
  return lines.filter(isCheap).slice(0, 500);
}
