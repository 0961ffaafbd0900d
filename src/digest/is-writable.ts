import { formatEntry } from "../vault/entry.ts";

/** False for what no line of Markdown can hold. */
export function isWritable(text: string): boolean {
  try {
    return formatEntry({ text, date: "2000-01-01" }) !== "";
  } catch {
    return false;
  }
}
