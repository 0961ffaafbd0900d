/**
 * Puts a table with plain values into a TOML document, or in the place of the one of that name; every other byte stays. Throws
 * SyntaxError where the document ends within a text, or says the table in another way.
 */
export function setTomlTable(
  text: string,
  name: readonly [string, string],
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [parent, child] = name;
  const lines = text.split(/(?<=\n)/);
  const isPlain = plainLines(lines);
  const heads = lines.map((line, i) => (isPlain[i] ? tableIn(line) : undefined));
  const at = heads.indexOf(`${parent}.${child}`);
  const table = [
    `[${parent}.${child}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${toToml(value)}`),
  ];
  if (at < 0) {
    const inOtherWords = lines.some(
      (line, i) => isPlain[i] && new RegExp(String.raw`^\s*"?${parent}"?\s*[.=]`).test(line),
    );
    if (inOtherWords) throw new SyntaxError(`it says ${parent} without a table of its own`);
    const gap =
      text === "" ? "" : /(?:^|\n)\r?\n$/.test(text) ? "" : text.endsWith("\n") ? eol : eol + eol;
    return `${text}${gap}${table.join(eol)}${eol}`;
  }
  const next = heads.findIndex((head, i) => i > at && head !== undefined);
  const end = next < 0 ? lines.length : next;
  const kept = withoutKeys(lines.slice(at + 1, end), Object.keys(values));
  const body = [lines[at] ?? "", ...table.slice(1).map((line) => line + eol), ...kept];
  return [...lines.slice(0, at), ...body, ...lines.slice(end)].join("");
}

const toToml = (value: string | readonly string[]): string =>
  typeof value === "string" ? JSON.stringify(value) : `[${value.map(toToml).join(", ")}]`;

/** The table that a line opens: `a.b`, or `[a.b]` for a further one of an array. */
function tableIn(line: string): string | undefined {
  const name = /^\s*\[(\[?[^[\]]+\]?)\]\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
  return name?.replace(/["'\s]/g, "");
}

/** Without the lines of these keys; an array may go over several. */
function withoutKeys(lines: readonly string[], keys: readonly string[]): readonly string[] {
  let open = 0;
  return lines.filter((line) => {
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    if (open === 0 && (key === undefined || !keys.includes(key))) return true;
    for (const [part] of line.matchAll(tokens)) {
      if (part === "[") open++;
      if (part === "]") open--;
    }
    return false;
  });
}

const tokens = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#.*|[[\]]/g;

/** Which lines begin outside of a text of several lines. */
function plainLines(lines: readonly string[]): boolean[] {
  let quotes = "";
  const plain = lines.map((line) => {
    const isPlain = quotes === "";
    quotes = quotesAfter(line, quotes);
    return isPlain;
  });
  if (quotes !== "") throw new SyntaxError("it ends within a text");
  return plain;
}

/** The quotes of the text that goes on behind a line, or "". */
function quotesAfter(line: string, before: string): string {
  if (before !== "") {
    const end = line.indexOf(before);
    return end < 0 ? before : quotesAfter(line.slice(end + before.length), "");
  }
  const found = new RegExp(tokens);
  for (let part = found.exec(line); part !== null; part = found.exec(line)) {
    const [token] = part;
    if (/^(?:"""|''')$/.test(token)) return quotesAfter(line.slice(found.lastIndex), token);
  }
  return "";
}
