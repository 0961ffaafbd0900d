declare module "virtual:astro:manifest" {
  /** The manifest of the pages that Astro compiled. */
  export const manifest: import("astro").SSRManifest;
}

/** Only what `tsc` needs; `astro dev` generates the full types in `.astro/`. */
declare module "astro:content" {
  type NoteData = import("./vault/note-schema.ts").NoteData;
  type DigestData = import("./vault/note-schema.ts").DigestData;
  interface Data {
    readonly notes: NoteData;
    readonly digests: DigestData;
  }
  export function defineLiveCollection(collection: { loader: object; schema: object }): object;
  export function getLiveCollection<Name extends keyof Data>(
    name: Name,
  ): Promise<{ entries?: { id: string; data: Data[Name] }[]; error?: Error }>;
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
