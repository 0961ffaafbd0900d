import { dirname, join } from "node:path";
import { expandPath, isTrue } from "../config/git-config.ts";
import { compilePattern, type PathMatch } from "../glob.ts";
import { openPatternFiles, type PatternPlace } from "./read-patterns.ts";

/** What .gitattributes says of one path: `text` is true, `-text` false, `text=auto` "auto". */
export type Attributes = ReadonlyMap<string, string | boolean>;

interface Rule {
  readonly matches: PathMatch;
  readonly words: readonly string[];
}

interface AttributeFile {
  readonly rules: readonly Rule[];
  readonly macros: ReadonlyMap<string, readonly string[]>;
}

/** Gives a function that looks up the attributes of a path, reading each file once. */
export function openAttributes(place: PatternPlace): (path: string) => Promise<Attributes> {
  const { root, gitDir, config, person } = place;
  const ignoreCase = isTrue(config.get("core.ignorecase"));
  const load = openPatternFiles((lines) => parseAttributes(lines, ignoreCase));
  const setting = config.get("core.attributesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.attributesFile;

  return async (path) => {
    const files: Place[] = [];
    if (personal !== undefined) files.push({ file: personal, path, followLinks: true });
    for (const folder of foldersAbove(path)) {
      const inside = folder === "" ? path : path.slice(folder.length + 1);
      const file = join(root, folder, ".gitattributes");
      files.push({ file, path: inside, followLinks: false });
    }
    files.push({ file: join(gitDir, "info", "attributes"), path, followLinks: true });
    const macros = new Map<string, readonly string[]>([["binary", ["-diff", "-merge", "-text"]]]);
    const words: string[] = [];
    for (const one of files) {
      const { rules, macros: more } = await load(one.file, one.followLinks);
      for (const [name, inside] of more) macros.set(name, inside);
      addWords(words, rules, one.path);
    }
    return decide(words, macros);
  };
}

function addWords(words: string[], rules: readonly Rule[], path: string): void {
  for (const rule of rules) if (rule.matches(path)) words.push(...rule.words);
}

interface Place {
  readonly file: string;
  /** Relative to the folder of the file. */
  readonly path: string;
  readonly followLinks: boolean;
}

/** Git skips longer lines. */
const longestLine = 2048;
/** All attributes in one file; more than people write. */
const maxWords = 10_000;
/** Macros that name macros. */
const maxDepth = 50;

/** Reads the text of a .gitattributes file; git knows no `!` in front of a pattern there. */
function parseAttributes(lines: readonly string[], ignoreCase: boolean): AttributeFile {
  const rules: Rule[] = [];
  const macros = new Map<string, readonly string[]>();
  let left = maxWords;
  for (const line of lines) {
    if (Buffer.byteLength(line) >= longestLine) continue;
    const parts = /^\s*("(?:[^"\\]|\\.)*"|\S+)\s*(.*)$/s.exec(line);
    if (!parts?.[1] || parts[1].startsWith("#")) continue;
    const words = (parts[2] ?? "").split(/\s+/).filter(Boolean);
    left -= words.length;
    if (left < 0) break;
    if (parts[1].startsWith("[attr]")) macros.set(parts[1].slice(6), words);
    else if (!unquote(parts[1]).startsWith("!")) {
      rules.push({ matches: compilePattern(unquote(parts[1]), { ignoreCase }), words });
    }
  }
  return { rules, macros };
}

/** As git does: the last word on an attribute counts, and a macro speaks where its own last word is yes. */
function decide(
  words: readonly string[],
  macros: ReadonlyMap<string, readonly string[]>,
): Attributes {
  const decided = new Map<string, string | boolean | undefined>();
  const visit = (word: string, depth: number): void => {
    const [, sign, name = "", value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (decided.has(name) || depth > maxDepth) return;
    decided.set(name, sign === "!" ? undefined : (value ?? sign !== "-"));
    const inside = decided.get(name) === true ? (macros.get(name)?.toReversed() ?? []) : [];
    for (const one of inside) visit(one, depth + 1);
  };
  for (const word of words.toReversed()) visit(word, 0);
  const attributes = new Map<string, string | boolean>();
  for (const [name, value] of decided) if (value !== undefined) attributes.set(name, value);
  return attributes;
}

/** "", "a", "a/b" for a/b/c.md: git lets the nearest folder speak last. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === "." ? [""] : [...foldersAbove(above), above];
}

function unquote(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replace(/\\(["\\])/g, "$1") : word;
}
