import { join } from "node:path";
import { isBehind } from "../../src/vault/topic/counting.ts";
import type { EntryView, LabelledLink } from "../markdown/document-view.ts";
import { labelOf } from "../search/plain-text.ts";
import type { SiteEntry } from "../vault/site-vault.ts";
import type { Editor } from "./build-options.ts";
import type { Outline } from "./plan/outline.ts";
import { hrefOf } from "./urls.ts";

/** An entry as pages show it, but for what its Markdown becomes. */
export type EntryFrame = Omit<EntryView, "html" | "nested">;

/** What an entry shows beside its words; in its own document what goes without saying there is left out. */
export function entryFrame(
  outline: Outline,
  shown: SiteEntry,
  where: "document" | "list",
): EntryFrame {
  const { entry, document, anchor } = shown;
  const { linkTo, base, isPublic } = outline;
  const { fields } = entry;
  const scope = where === "document" ? document.place.scope : "";
  const older = outline.supersededBy.get(shown);
  return {
    anchor,
    href: hrefOf(base, document.url, anchor),
    date: shown.date,
    bank: shown.bank === document.bank ? undefined : linkTo.group("banks", shown.bank),
    tags: tagsBehind(shown).map((tag) => linkTo.group("tags", tag)),
    person: memberLink(outline, "people", shown.person, scope),
    agent: memberLink(outline, "agents", shown.agent, scope),
    source: isPublic ? undefined : sourceLink(outline, fields.source ?? outline.sessionOf(entry)),
    importance: importanceOf(fields.importance),
    until: fields.until,
    isProtected: shown.isProtected,
    task: entry.task,
    isSuperseded: shown.isSuperseded,
    supersededBy: entryLink(outline, shown.supersededBy),
    supersedes: entryLink(outline, older),
    fields: isPublic ? [] : otherFields(fields),
    editHref: editHref(outline, shown),
    document: linkTo.document(document),
  };
}

/** Tags that do not stand in the words themselves, nor are shown as a mark. */
const tagsBehind = ({ entry }: SiteEntry): string[] =>
  entry.tags.filter(isBehind(entry)).filter((tag) => tag.toLowerCase() !== "protected");

/** Fields that have a place of their own, or say something to Loci alone. */
const known = new Set(
  "person agent source importance bank key superseded until sensitivity summarizes copy-of".split(
    " ",
  ),
);

const otherFields = (fields: Readonly<Record<string, string>>): EntryFrame["fields"] =>
  Object.entries(fields)
    .filter(([key]) => !known.has(key))
    .map(([key, value]) => ({ key, value }));

/** Under `--public` people and agents are named only where they have a page: where the reviewer listed something of theirs. */
function memberLink(
  { linkTo, groupOf, isPublic }: Outline,
  kind: "people" | "agents",
  id: string | undefined,
  scope: string,
): LabelledLink | undefined {
  if (id === undefined || id === "" || scope === `${kind}/${id}`) return undefined;
  const isListed = groupOf(kind, id)?.documents.length ?? 0;
  return isPublic && isListed === 0 ? undefined : linkTo.group(kind, id);
}

function sourceLink({ linkTo }: Outline, source: string | undefined): LabelledLink | undefined {
  return source === undefined || source === "" ? undefined : linkTo.session(source);
}

function importanceOf(value: string | undefined): number | undefined {
  const number = Number(value?.trim() || Number.NaN);
  return number >= 0 && number <= 1 ? number : undefined;
}

const maxLabelCharacters = 120;

function entryLink(outline: Outline, shown: SiteEntry | undefined): LabelledLink | undefined {
  if (shown === undefined) return undefined;
  return {
    label: labelOf(shown.entry.text, maxLabelCharacters),
    href: hrefOf(outline.base, shown.document.url, shown.anchor),
  };
}

function editHref({ editor, root }: Outline, { entry, document }: SiteEntry): string | undefined {
  return editor === undefined ? undefined : editorLink(editor, root, document.path, entry.line);
}

/** An address that opens a line of a file of the vault in the person's editor. */
export function editorLink(editor: Editor, root: string, path: string, line: number): string {
  const file = join(root, path).replaceAll("\\", "/");
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  switch (editor) {
    case "idea":
      return `idea://open?file=${encodeURIComponent(file)}&line=${line}`;
    case "obsidian":
      // Knows no lines.
      return `obsidian://open?path=${encodeURIComponent(file)}`;
    case "vscode":
    case "vscodium":
    case "cursor":
    case "zed":
      return `${editor}://file${encoded.startsWith("/") ? "" : "/"}${encoded}:${line}`;
  }
}
