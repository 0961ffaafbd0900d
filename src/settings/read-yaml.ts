import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
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
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line } = lines.linePos(problem.pos[0]);
    throw badConfig(`${name}, line ${line}`, "", problem.message.split("\n")[0] ?? "", { line });
  }
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    const parent = document.getIn(path.slice(0, -1), true) ?? document.contents;
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === String(path.at(-1)))
      : undefined;
    const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
    return start === undefined ? undefined : lines.linePos(start).line;
  };
  const values = plainValues(document, name);
  if (isSection(values)) return { name, values, lineOf };
  throw badConfig(name, "", "it must hold keys and values, such as `languages: [en, ca]`");
}

/** Aliases could make a small file huge, and settings need none. */
function plainValues(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (cause) {
    throw badConfig(name, "", "it uses YAML aliases (&, *): write the values out", { cause });
  }
}

/** Checks values that stand below a path of a file. Throws LociError BAD_CONFIG with the line, and the nearest right key. */
export function checkValues(values: Values, file: YamlFile, above: readonly string[] = []): void {
  const parsed = settingsSchema.partial().safeParse(values);
  if (parsed.success) return;
  const { issues } = parsed.error;
  // A key that is misspelt is missing too: the slip comes before what came of it.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const path = issue?.path ?? [];
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    throw cannotUse(
      file,
      [...above, ...path, key],
      `there is no such setting; ${adviceOn(path, key)}`,
    );
  }
  const line = file.lineOf([...above, ...path.filter((part) => typeof part === "string")]);
  throw badConfig(`${file.name}${at(line)}`, path.join("."), issue?.message ?? "not valid", {
    line,
  });
}

/** An error about a key that may not stand where it does. */
export function cannotUse(file: YamlFile, path: readonly PropertyKey[], state: string): LociError {
  const line = file.lineOf(path);
  const key = path.slice(path[0] === "vaults" ? 2 : 0).join(".");
  return new LociError("BAD_CONFIG", `Cannot use "${key}" in ${file.name}${at(line)}: ${state}`, {
    data: { file: file.name, key, line },
  });
}

/** An error about a value, or a whole file. */
export function badConfig(where: string, key: string, what: string, data: Values = {}): LociError {
  const { cause, ...more } = data;
  const name = key === "" ? "" : ` "${key}":`;
  return new LociError("BAD_CONFIG", `Cannot read the settings in ${where}:${name} ${what}`, {
    cause,
    data: { where, key, ...more },
  });
}

const at = (line: number | undefined): string => (line === undefined ? "" : `, line ${line}`);

/** Few enough to be read. */
const maxKeys = 8;

function adviceOn(path: readonly PropertyKey[], key: string): string {
  const names = Object.keys(fieldsOf(settingAt(path) ?? settingsSchema));
  const section = path.length === 0 ? "" : `${path.join(".")}.`;
  if (/^(?:api_?)?(?:key|token|secret|password)$/i.test(key)) {
    const own = names.find((name) => /^(?:apiKey|token)File$/.test(name));
    const file = own === undefined ? "model.apiKeyFile" : section + own;
    return `keys do not belong in this file: put it into a file outside the vault and name that in ${file}`;
  }
  const near = nearest(key, names);
  if (near !== undefined) return `did you mean "${section}${near}"?`;
  if (names.length > maxKeys) return '"loci config" lists them all';
  return `there are ${names.map((name) => section + name).join(", ")}`;
}
