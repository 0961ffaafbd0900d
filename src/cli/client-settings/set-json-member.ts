/** What a document holds in the place of a member, to what it is to hold. */
type Change = (current: unknown) => unknown;

/**
 * Changes the value at these keys in a JSON document, which may have comments and trailing commas; objects on the way are made,
 * and every other byte stays. Throws SyntaxError where it is no such document, or holds something else on the way.
 */
export function setJsonMember(text: string, keys: readonly string[], change: Change): string {
  if (text.trim() === "") return `${JSON.stringify(nest(keys, change(undefined)), null, 2)}\n`;
  const document = withoutComments(text);
  const masked = document.replace(commaBeforeEnd, (part) => (part === "," ? " " : part));
  if (!isObject(JSON.parse(masked))) throw new SyntaxError("it is not an object");
  let open = masked.indexOf("{");
  for (const [depth, key] of keys.entries()) {
    const { members, close } = membersOf(masked, open);
    const member = members.findLast((one) => one.key === key);
    const rest = keys.slice(depth + 1);
    if (member === undefined) {
      const place = { text, document, open, close, members };
      return insert(place, key, nest(rest, change(undefined)));
    }
    const { start, end } = member;
    const current: unknown = JSON.parse(masked.slice(start, end));
    if (rest.length === 0) {
      const value = change(current);
      if (JSON.stringify(value) === JSON.stringify(current)) return text;
      return text.slice(0, start) + written(text, value, indentAt(text, start)) + text.slice(end);
    }
    if (!isObject(current)) throw new SyntaxError(`its "${key}" is not an object`);
    open = start;
  }
  return text;
}

const nest = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const comment = new RegExp(String.raw`${string}|//[^\r\n]*|/\*[^]*?\*/|^\uFEFF`, "g");
const commaBeforeEnd = new RegExp(String.raw`${string}|,(?=\s*[}\]])`, "g");

/** Of the same length, with spaces where comments were. */
const withoutComments = (text: string): string =>
  text.replace(comment, (part) => (part.startsWith('"') ? part : part.replace(/[^\r\n]/g, " ")));

interface Member {
  readonly key: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The members of the object that opens there, in valid JSON. */
function membersOf(json: string, open: number): { members: Member[]; close: number } {
  const members: Member[] = [];
  let at = skip(json, open + 1);
  while (json[at] !== "}") {
    const endOfKey = endOf(json, at);
    const start = skip(json, skip(json, endOfKey) + 1);
    const end = endOf(json, start);
    members.push({ key: String(JSON.parse(json.slice(at, endOfKey))), at, start, end });
    const next = skip(json, end);
    at = json[next] === "," ? skip(json, next + 1) : next;
  }
  return { members, close: at };
}

function skip(json: string, at: number): number {
  let next = at;
  while (/\s/.test(json.charAt(next))) next++;
  return next;
}

const token = new RegExp(String.raw`${string}|[{}[\]]|[^\s,:{}[\]"]+`, "g");

/** Where the value that begins there ends. */
function endOf(json: string, start: number): number {
  let depth = 0;
  token.lastIndex = start;
  for (;;) {
    const part = token.exec(json)?.[0] ?? "";
    if (part === "{" || part === "[") depth++;
    if (part === "}" || part === "]") depth--;
    if (depth === 0) return token.lastIndex;
  }
}

interface Place {
  readonly text: string;
  /** Without comments, but with all commas. */
  readonly document: string;
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

/** Puts a member behind the last, and behind what is said of that. */
function insert({ text, document, open, close, members }: Place, key: string, value: unknown) {
  const [first, last] = [members[0], members.at(-1)];
  const before = last?.end ?? open + 1;
  const tail = text.slice(before, close);
  const after = before + tail.trimEnd().length;
  const name = JSON.stringify(key);
  if (first !== undefined && !/[\r\n]\s*$/.test(text.slice(0, first.at))) {
    const inline = `, ${name}: ${JSON.stringify(value)}`;
    return text.slice(0, before) + inline + text.slice(before);
  }
  const outer = indentAt(text, open);
  const indent = first === undefined ? outer + unitOf(text) : indentAt(text, first.at);
  const member = `${eolOf(text)}${indent}${name}: ${written(text, value, indent)}`;
  const hasComma = document[skip(document, before)] === ",";
  const comma = last === undefined || hasComma ? "" : ",";
  const end = first === undefined ? `${eolOf(text)}${outer}` : text.slice(after, close);
  return `${text.slice(0, before)}${comma}${text.slice(before, after)}${member}${hasComma ? "," : ""}${end}${text.slice(close)}`;
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
const unitOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";

/** How far the line of a place is indented. */
const indentAt = (text: string, at: number): string =>
  /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? "";

const written = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, null, unitOf(text)).replaceAll("\n", eolOf(text) + indent);
