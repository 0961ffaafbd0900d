import { type TopicPath, toTopicPath } from "../paths.ts";
import { parseEntry, splitEntry } from "./entry.ts";

/** Why an entry lies in the archive. */
export interface Archiving {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The file that it stood in. */
  readonly from: TopicPath;
  /** In a few words. */
  readonly why: string;
}

/**
 * The words of an entry with where from, when and why behind them; every other byte stays. Undefined where they would
 * not read back, or hold such fields already.
 */
export function toArchivedWords(words: string, { day, from, why }: Archiving): string | undefined {
  const { words: own, text, tokens } = splitEntry([words]);
  const entry = parseEntry([words]);
  if (fieldNames.some((name) => Object.hasOwn(entry.fields, name))) return undefined;
  const anchor = tokens.findLast(({ type }) => type === "date" || type === "field");
  const tail = own.slice(anchor?.end ?? text.length);
  const line = words.trimEnd();
  if (!line.endsWith(tail)) return undefined;
  const at = line.length - tail.length;
  const values = [day, encodePath(from), why];
  const fields = fieldNames.map((name, i) => ` [${name}:: ${values[i]}]`).join("");
  const archived = words.slice(0, at) + fields + words.slice(at);
  const back = readArchiving(parseEntry([archived]).fields);
  const isWhole = back?.from === from && back.day === day && back.why === why;
  return isWhole && fromArchivedWords(archived) === words ? archived : undefined;
}

/** The words as they stood before they were archived. */
export function fromArchivedWords(words: string): string {
  return fieldNames.reduceRight((rest, name) => {
    const at = rest.lastIndexOf(` [${name}:: `);
    const end = rest.indexOf("]", at);
    return at < 0 || end < 0 ? rest : rest.slice(0, at) + rest.slice(end + 1);
  }, words);
}

/** What the fields of an archived entry say; undefined where they do not say where it is from. */
export function readArchiving(fields: Readonly<Record<string, string>>): Archiving | undefined {
  const [day = "", from = "", why = ""] = fieldNames.map((name) => fields[name]);
  try {
    return { day, from: toTopicPath(decodePath(from)), why };
  } catch {
    return undefined; // Somebody wrote it by hand.
  }
}

const fieldNames = ["archived", "archived-from", "archived-why"] as const;

/** What could end the field, or would be folded, is written as in an address. */
const encodePath = (path: string): string =>
  path.replace(/[[\]#%]|\s(?=\s)/g, (sign) => encodeURIComponent(sign));

const decodePath = (path: string): string =>
  path.replace(/(?:%[0-9A-F]{2})+/g, (signs) => decodeURIComponent(signs));
