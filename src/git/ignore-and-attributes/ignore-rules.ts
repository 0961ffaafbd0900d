import { dirname, join } from "node:path";
import { expandPath, isTrue } from "../config/git-config.ts";
import { compilePattern, type PathMatch } from "../glob.ts";
import { openPatternFiles, type PatternPlace } from "./read-patterns.ts";

interface Rule {
  readonly matches: PathMatch;
  /** It began with `!`. */
  readonly includes: boolean;
  /** As it is written. */
  readonly text: string;
}

/**
 * Gives a function that finds the rule by which git ignores a file (or a folder and all in it), after dir.c of git:
 * `the line "*.wav" of .gitignore`; undefined where none does. Reads each file of rules once.
 */
export function openIgnoreRules(
  place: PatternPlace,
): (path: string, isFolder?: boolean) => Promise<string | undefined> {
  const { root, gitDir, config, person } = place;
  const ignoreCase = isTrue(config.get("core.ignorecase"));
  const load = openPatternFiles((lines) => parseRules(lines, ignoreCase));
  const setting = config.get("core.excludesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.ignoreFile;

  return async (path, isFolder = false) => {
    const outer = await load(join(gitDir, "info", "exclude"), true);
    const outermost = personal === undefined ? [] : await load(personal, true);
    const levels = [
      { folder: "", rules: outermost, file: personal ?? "" },
      { folder: "", rules: outer, file: ".git/info/exclude" },
    ];
    for (const step of stepsTo(path, isFolder)) {
      const { folder } = step;
      const last = folder === "" ? undefined : lastMatch(levels, folder, step.isFolder);
      if (last !== undefined && !last.rule.includes) {
        return `the line "${last.rule.text.slice(0, 60)}" of ${last.file}`; // with all that lies in it
      }
      if (step.isFolder) {
        const file = join(folder, ".gitignore");
        levels.push({ folder, rules: await load(join(root, file), false), file });
      }
    }
    return undefined;
  };
}

interface Level {
  readonly folder: string;
  readonly rules: readonly Rule[];
  /** Where they stand. */
  readonly file: string;
}

/** The rule that decides: the last one of the nearest file that speaks of the path. */
function lastMatch(
  levels: readonly Level[],
  path: string,
  isFolder: boolean,
): { readonly rule: Rule; readonly file: string } | undefined {
  for (const { folder, rules, file } of levels.toReversed()) {
    const inside = folder === "" ? path : path.slice(folder.length + 1);
    const rule = rules.findLast(({ matches }) => matches(inside, isFolder));
    if (rule !== undefined) return { rule, file };
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

function parseRules(lines: readonly string[], ignoreCase: boolean): Rule[] {
  const rules: Rule[] = [];
  for (const raw of lines) {
    const line = trimBlanks(raw);
    const includes = line.startsWith("!");
    const pattern = includes ? line.slice(1) : line;
    if (pattern.replace(/\/$/, "") === "") continue;
    rules.push({ matches: compilePattern(pattern, { ignoreCase }), includes, text: line });
  }
  return rules;
}

/** Blanks at the end do not count, unless a backslash stands before them. */
function trimBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  const slashes = /(?<!\\)\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  return slashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}
