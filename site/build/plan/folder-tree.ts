import type { SiteDocument, SiteVault } from "../../vault/site-vault.ts";
import type { CountedLink } from "../page.ts";
import { hrefOf } from "../urls.ts";
import { byTitle } from "./groups.ts";
import type { DocumentLists } from "./sorted-documents.ts";

/** The folders of a vault's notes: as a tree beside each note, and as a list on the first page. */
export interface FolderTree {
  /** What stands beside this note: its folder and those above it opened, all others closed. Empty for what is no note in a folder tree. */
  readonly around: (document: SiteDocument) => readonly TreeItem[];
  /** Folders at the root, each with the number of notes in and below it. */
  readonly top: readonly CountedLink[];
}

/** A folder, with what is in it where that is shown; or a note. */
export type TreeItem =
  | {
      readonly label: string;
      readonly href: string;
      readonly items: readonly TreeItem[] | undefined;
    }
  | { readonly label: string; readonly href: string; readonly isCurrent: boolean };

interface TreeOptions {
  readonly base: string;
  readonly collator: Intl.Collator;
  readonly lists: DocumentLists;
}

interface Folder {
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly documents: SiteDocument[];
  count: number;
}

/** Notes of one folder that are listed: those about the one that is shown. */
const maxShown = 60;

export function folderTreeOf(
  { documents }: SiteVault,
  { base, collator, lists }: TreeOptions,
): FolderTree {
  const root = newFolder("");
  for (const document of documents.filter(isInTree)) {
    let folder = root;
    folder.count++;
    for (const name of foldersOf(document)) {
      const next = folder.folders.get(name) ?? newFolder(name);
      folder.folders.set(name, next);
      folder = next;
      folder.count++;
    }
    folder.documents.push(document);
  }
  sort(root, collator);

  const hrefOfFolder = (folder: Folder): string => {
    const first = firstIn(folder);
    return (first === undefined ? undefined : lists.hrefOf(first)) ?? base;
  };
  const itemsOf = (
    folder: Folder,
    shown: SiteDocument,
    [next, ...path]: readonly string[],
  ): TreeItem[] => {
    const folders = [...folder.folders.values()].map((inner) => ({
      label: inner.name,
      href: hrefOfFolder(inner),
      items: inner.name === next ? itemsOf(inner, shown, path) : undefined,
    }));
    const all = folder.documents;
    const from = Math.max(0, Math.min(all.indexOf(shown) - maxShown / 2, all.length - maxShown));
    const notes = all.slice(from, from + maxShown).map((document) => ({
      label: document.title,
      href: hrefOf(base, document.url),
      isCurrent: document === shown,
    }));
    return [...folders, ...notes];
  };
  return {
    around: (document) =>
      root.folders.size > 0 && isInTree(document)
        ? itemsOf(root, document, foldersOf(document))
        : [],
    top: [...root.folders.values()].map((folder) => ({
      label: folder.name,
      href: hrefOfFolder(folder),
      count: folder.count,
    })),
  };
}

const newFolder = (name: string): Folder => ({
  ...{ name, folders: new Map(), documents: [], count: 0 },
});

const isInTree = ({ place }: SiteDocument): boolean =>
  place.kind === "note" && place.scope === "" && !place.archived;

const foldersOf = ({ path }: SiteDocument): string[] => path.split("/").slice(0, -1);

function sort(folder: Folder, collator: Intl.Collator): void {
  folder.documents.sort((a, b) => byTitle(a, b, collator));
  const inner = [...folder.folders.values()].sort(
    (a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1),
  );
  folder.folders.clear();
  for (const one of inner) {
    folder.folders.set(one.name, one);
    sort(one, collator);
  }
}

function firstIn(folder: Folder): SiteDocument | undefined {
  const [first] = folder.documents;
  if (first !== undefined) return first;
  for (const inner of folder.folders.values()) {
    const found = firstIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
