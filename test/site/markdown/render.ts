import { renderMarkdown } from "../../../site/markdown/pipeline.ts";
import { noteFrontmatter } from "../../../site/vault/note-source.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useVault } from "../../temp.ts";
import { options } from "../vault/read-site.ts";

/** HTML of the first of these files, as its page has it, the others beside it. */
export async function renderNote(
  text: string,
  others: Readonly<Record<string, string>> = {},
  timeout?: number,
): Promise<string> {
  const root = useVault({ ...others, "page.md": text });
  const { vault } = readVault({ ...options, root });
  const notes = new Map(vault.notes.map((note) => [note.id, note]));
  const note = vault.notes.find(({ data }) => data.path === "page.md");
  if (note === undefined) throw new Error("page.md is not shown");
  return renderMarkdown(note.text, noteFrontmatter(note, notes, "en"), timeout).html;
}
