import { dirname, join } from "node:path";
import { readRules } from "./disk.ts";
import { expandPath, type GitConfig, type GitHome, isTrue } from "./git-config.ts";
import { compilePattern, type PathMatch } from "./glob.ts";

interface Rule {
  readonly matches: PathMatch;
  /** It began with `!`. */
  readonly includes: boolean;
}

/** Gives a function that tells whether git ignores a file (or a folder with all that lies in it), after dir.c of git; reads each file of rules once. */
export function openIgnoreRules(options: {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
  readonly person: GitHome;
}): (path: string, isFolder?: boolean) => Promise<boolean> {
  const { root, gitDir, config, person } = options;
  const ignoreCase = isTrue(config.get("core.ignorecase"));
  const rulesByFile = new Map<string, Promise<readonly Rule[]>>();
  // Git follows links to its own and the person's rules, never to those that came with the files.
  const load = (file: string, followLinks: boolean): Promise<readonly Rule[]> => {
    const loaded =
      rulesByFile.get(file) ??
      readRules(file, { followLinks }).then((text) => parseRules(text, ignoreCase));
    rulesByFile.set(file, loaded);
    return loaded;
  };
  const setting = config.get("core.excludesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.ignoreFile;

  return async (path, isFolder = false) => {
    const outer = await load(join(gitDir, "info", "exclude"), true);
    const outermost = personal === undefined ? [] : await load(personal, true);
    const levels = [
      { folder: "", rules: outermost },
      { folder: "", rules: outer },
    ];
    for (const step of stepsTo(path, isFolder)) {
      const { folder } = step;
      const last = folder === "" ? undefined : lastMatch(levels, folder, step.isFolder);
      if (last !== undefined && !last.includes) return true; // with all that lies in it
      if (step.isFolder) {
        levels.push({ folder, rules: await load(join(root, folder, ".gitignore"), false) });
      }
    }
    return false;
  };
}

interface Level {
  readonly folder: string;
  readonly rules: readonly Rule[];
}

/** The rule that decides: the last one of the nearest file that speaks of the path. */
function lastMatch(levels: readonly Level[], path: string, isFolder: boolean): Rule | undefined {
  for (const { folder, rules } of levels.toReversed()) {
    const inside = folder === "" ? path : path.slice(folder.length + 1);
    const rule = rules.findLast(({ matches }) => matches(inside, isFolder));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** The root, each folder on the way, and the file itself. */
function stepsTo(path: string, isItFolder: boolean): { folder: string; isFolder: boolean }[] {
  const folders: { folder: string; isFolder: boolean }[] = [{ folder: path, isFolder: isItFolder }];
  for (let above = dirname(path); above !== "."; above = dirname(above)) {
    folders.unshift({ folder: above, isFolder: true });
  }
  return [{ folder: "", isFolder: true }, ...folders];
}

function parseRules(text: string, ignoreCase: boolean): Rule[] {
  const rules: Rule[] = [];
  for (const raw of text.replace(/^\ufeff/, "").split("\n")) {
    if (raw.startsWith("#")) continue;
    const line = trimBlanks(raw.replace(/\r$/, ""));
    const includes = line.startsWith("!");
    const pattern = includes ? line.slice(1) : line;
    if (pattern.replace(/\/$/, "") === "") continue;
    rules.push({ matches: compilePattern(pattern, { ignoreCase }), includes });
  }
  return rules;
}

/** Blanks at the end do not count, unless a backslash stands before them. */
function trimBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  const slashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  return slashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}
