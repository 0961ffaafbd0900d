import { dirname, join } from "node:path";
import { readIfThere } from "./disk.ts";
import { expandPath, type GitConfig, type GitHome } from "./git-config.ts";
import { globToRegExp } from "./glob.ts";

/** What .gitattributes says of one path: `text` is true, `-text` false, `text=auto` "auto". */
export type Attributes = ReadonlyMap<string, string | boolean>;

interface Rule {
  readonly pattern: RegExp;
  readonly words: readonly string[];
}

interface AttributeFile {
  readonly rules: readonly Rule[];
  readonly macros: ReadonlyMap<string, readonly string[]>;
}

/** Gives a function that looks up the attributes of a path, reading each file once. */
export function openAttributes(options: {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
  readonly person: GitHome;
}): (path: string) => Promise<Attributes> {
  const { root, gitDir, config, person } = options;
  const filesByPath = new Map<string, Promise<AttributeFile>>();
  const load = (file: string): Promise<AttributeFile> => {
    const loaded = filesByPath.get(file) ?? readAttributeFile(file);
    filesByPath.set(file, loaded);
    return loaded;
  };
  const setting = config.get("core.attributesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.attributesFile;

  return async (path) => {
    const files: { file: string; path: string }[] = [];
    if (personal !== undefined) files.push({ file: personal, path });
    for (const folder of foldersAbove(path)) {
      const inside = folder === "" ? path : path.slice(folder.length + 1);
      files.push({ file: join(root, folder, ".gitattributes"), path: inside });
    }
    files.push({ file: join(gitDir, "info", "attributes"), path });
    const macros = new Map<string, readonly string[]>([["binary", ["-diff", "-merge", "-text"]]]);
    const words: string[] = [];
    for (const one of files) {
      const { rules, macros: more } = await load(one.file);
      for (const [name, inside] of more) macros.set(name, inside);
      words.push(...rules.flatMap((rule) => (rule.pattern.test(one.path) ? rule.words : [])));
    }
    return decide(words, macros);
  };
}

/** Reads the text of a .gitattributes file. */
function parseAttributes(text: string): AttributeFile {
  const rules: Rule[] = [];
  const macros = new Map<string, readonly string[]>();
  for (const line of text.split(/\r?\n/)) {
    const parts = /^\s*("(?:[^"\\]|\\.)*"|\S+)\s*(.*)$/.exec(line);
    if (!parts?.[1] || parts[1].startsWith("#")) continue;
    const words = (parts[2] ?? "").split(/\s+/).filter(Boolean);
    if (parts[1].startsWith("[attr]")) macros.set(parts[1].slice(6), words);
    else rules.push({ pattern: globToRegExp(unquote(parts[1])), words });
  }
  return { rules, macros };
}

async function readAttributeFile(file: string): Promise<AttributeFile> {
  return parseAttributes((await readIfThere(file))?.toString("utf8") ?? "");
}

/** As git does: the last word on an attribute counts, and a macro speaks where its own last word is yes. */
function decide(
  words: readonly string[],
  macros: ReadonlyMap<string, readonly string[]>,
): Attributes {
  const decided = new Map<string, string | boolean | undefined>();
  const visit = (word: string): void => {
    const [, sign, name = "", value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (decided.has(name)) return;
    decided.set(name, sign === "!" ? undefined : (value ?? sign !== "-"));
    if (decided.get(name) === true) macros.get(name)?.toReversed().forEach(visit);
  };
  words.toReversed().forEach(visit);
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
