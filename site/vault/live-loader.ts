import type { LiveLoader } from "astro/loaders";
import { renderMarkdown } from "../markdown/pipeline.ts";
import type { KnownFiles } from "./load-vault.ts";
import type { DigestData, NoteData } from "./note-schema.ts";
import { noteFrontmatter } from "./note-source.ts";
import type { Note } from "./read-note.ts";
import { type ReadSite, readVault } from "./read-vault.ts";
import { siteOptions } from "./site-options.ts";

/** Loads the vault's notes as they are now. A note is rendered when its page is requested. */
export function noteLoader(): LiveLoader<NoteData, { id: string }> {
  return {
    name: "loci-notes",
    loadCollection: async () => ({
      entries: currentVault().vault.notes.map(({ id, data }) => ({ id, data })),
    }),
    loadEntry: async ({ filter: { id } }) => {
      const { byId } = currentVault();
      const note = byId.get(id);
      if (note === undefined) return undefined;
      const { html, headings } = renderMarkdown(
        note.text,
        noteFrontmatter(note, byId, siteOptions().language),
      );
      return { id, data: { ...note.data, headings }, rendered: { html } };
    },
  };
}

/** Loads the digest log, newest first. */
export function digestLoader(): LiveLoader<DigestData, { id: string }> {
  const entries = () =>
    currentVault().vault.digests.map((data, place) => ({ id: `${place}`, data }));
  return {
    name: "loci-digests",
    loadCollection: async () => ({ entries: entries() }),
    loadEntry: async ({ filter: { id } }) => entries().find((entry) => entry.id === id),
  };
}

interface Current extends ReadSite {
  readonly byId: ReadonlyMap<string, Note>;
}

let current: Current | undefined;
const known: KnownFiles = new Map();

/** The vault, read once until `forgetVault()`; in `astro dev` for each page. */
export function currentVault(): Current {
  if (current === undefined || import.meta.env.DEV) {
    const read = readVault(siteOptions(), known);
    current = { ...read, byId: new Map(read.vault.notes.map((note) => [note.id, note])) };
  }
  return current;
}

/** Caches what `make` returns until the vault changes. */
export function oncePerVault<Made>(make: () => Made): () => Made {
  let last: { readonly vault: object; readonly made: Made } | undefined;
  return () => {
    const vault = currentVault();
    if (last?.vault !== vault) last = { vault, made: make() };
    return last.made;
  };
}

/** Call when the vault has changed: the next page reads it again. */
export function forgetVault(): void {
  current = undefined;
}
