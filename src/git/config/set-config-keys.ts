/**
 * The text of a git configuration file with these keys of a section set; every other byte stays. The section is as it
 * stands in its header: `remote "origin"`.
 */
export function setConfigKeys(
  text: string,
  section: string,
  keys: Readonly<Record<string, string>>,
): string {
  let next = text;
  for (const [key, value] of Object.entries(keys)) next = setKey(next, section, key, value);
  return next;
}

function setKey(text: string, section: string, key: string, value: string): string {
  const lines = text.split("\n");
  const eol = lines[0]?.endsWith("\r") ? "\r" : "";
  const wanted = `\t${key} = ${quote(value)}${eol}`;
  const found = findLines(lines, section, key);
  const [first, ...others] = found.at;
  if (first !== undefined) {
    const kept = lines.map((line, at) => (at === first.start ? wanted : line));
    const dropped = new Set([
      ...rest(first),
      ...others.flatMap((one) => [one.start, ...rest(one)]),
    ]);
    return kept.filter((_, at) => !dropped.has(at)).join("\n");
  }
  if (found.header !== undefined) return lines.toSpliced(found.header + 1, 0, wanted).join("\n");
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${start}[${section}]${eol}\n${wanted}\n`;
}

interface Setting {
  readonly start: number;
  /** The last line of its value, which backslashes may carry over several. */
  readonly end: number;
}

/** Where a key stands in the sections of this name, and the header of the last of them. */
function findLines(
  lines: readonly string[],
  section: string,
  key: string,
): { header: number | undefined; at: readonly Setting[] } {
  let isInside = false;
  let header: number | undefined;
  const at: Setting[] = [];
  const pattern = new RegExp(`^\\s*${key}\\s*(?:=|$)`, "i");
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] ?? "";
    const name = /^\s*\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]\s*$/.exec(line)?.[1];
    if (/^\s*\[/.test(line)) {
      isInside = name !== undefined && sectionKey(name) === sectionKey(section);
      if (isInside) header = n;
    }
    const start = n;
    while (/(?:^|[^\\])(?:\\\\)*\\\r?$/.test(lines[n] ?? "") && n + 1 < lines.length) n++;
    if (isInside && pattern.test(line)) at.push({ start, end: n });
  }
  return { header, at };
}

/** The first word is of no case, what stands in quotes is. */
const sectionKey = (name: string): string =>
  name
    .trim()
    .replace(/^[-.\w]+/, (word) => word.toLowerCase())
    .replace(/(?<!\s)\s+(?=")/, " ");

const rest = ({ start, end }: Setting): number[] =>
  Array.from({ length: end - start }, (_, n) => start + 1 + n);

function quote(value: string): string {
  if (/^[^\s"\\#;](?:[^"\\#;\n]*[^\s"\\#;])?$/.test(value)) return value;
  return `"${value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}
