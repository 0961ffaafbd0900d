import { isMap, isNode, LineCounter, parseDocument } from "yaml";
import { LociError, nearest } from "../errors.ts";
import { settingsSchema } from "./schema.ts";
import { fieldsOf, isSection, settingAt, type Values } from "./tree.ts";

/** A settings file as it stands, and where each key does. */
export interface YamlFile {
  readonly name: string;
  readonly values: Values;
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

/** Parses a settings file. Throws LociError BAD_CONFIG with the line for what is no YAML of keys and values. */
export function parseYaml(text: string, name: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = `, line ${lines.linePos(problem.pos[0]).line}`;
    throw badConfig(`${name}${line}: ${problem.message.split("\n")[0]}`);
  }
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: 0 }) ?? {}; // Aliases could make a small file huge.
  } catch (cause) {
    throw badConfig(`${name}: it uses YAML aliases (&, *): write the values out`, { cause });
  }
  if (!isSection(values)) {
    throw badConfig(`${name}: it must hold keys and values, such as \`languages: [en, ca]\``);
  }
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    const keys = path.filter((part) => typeof part === "string");
    const parent = document.getIn(keys.slice(0, -1), true) ?? document.contents;
    const pair = isMap(parent) && parent.items.find(({ key }) => String(key) === keys.at(-1));
    const start = pair && isNode(pair.key) ? pair.key.range?.[0] : undefined;
    return start === undefined ? undefined : lines.linePos(start).line;
  };
  return { name, values, lineOf };
}

/** Checks values that stand below a path of a file. Throws LociError BAD_CONFIG with the line, and the nearest right key. */
export function checkValues(values: Values, file: YamlFile, above: readonly string[] = []): void {
  const { issues = [] } = settingsSchema.partial().safeParse(values).error ?? {};
  // A key that is misspelt is missing too: the slip comes before what came of it.
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown !== undefined) {
    const [key = ""] = unknown.keys;
    const advice = adviceOn(unknown.path, key);
    throw cannotUse(file, [...above, ...unknown.path, key], `there is no such setting; ${advice}`);
  }
  const [issue] = issues;
  if (issue !== undefined) throw cannotUse(file, [...above, ...issue.path], issue.message);
}

/** An error about what stands at a path of a file. */
export function cannotUse(file: YamlFile, path: readonly PropertyKey[], what: string): LociError {
  const line = file.lineOf(path);
  const place = line === undefined ? file.name : `${file.name}, line ${line}`;
  const key = path.slice(path[0] === "vaults" ? 2 : 0).join(".");
  return new LociError("BAD_CONFIG", `Cannot use "${key}" in ${place}: ${what}`, {
    data: { file: file.name, key, line },
  });
}

/** An error about a whole file, or about settings that do not fit together. */
export const badConfig = (what: string, options: { readonly cause?: unknown } = {}): LociError =>
  new LociError("BAD_CONFIG", `Cannot read the settings in ${what}`, options);

function adviceOn(path: readonly PropertyKey[], key: string): string {
  const names = Object.keys(fieldsOf(settingAt(path)));
  const full = (name: string): string => [...path, name].join(".");
  if (/^(?:api_?)?(?:key|token|secret|password)$/i.test(key)) {
    const own = names.find((name) => /^(?:apiKey|token)File$/.test(name));
    const file = own === undefined ? "model.apiKeyFile" : full(own);
    return `a key belongs into a file outside the vault: put it there, and its path in ${file}`;
  }
  const near = nearest(key, names);
  return near === undefined ? '"loci config" lists them all' : `did you mean "${full(near)}"?`;
}
