import { t } from "../site.ts";
import { currentVault, oncePerVault } from "../vault/live-loader.ts";
import { plainWords } from "../vault/plain-words.ts";
import type { Note } from "../vault/read-note.ts";
import { siteOptions } from "../vault/site-options.ts";
import { urlOf } from "../vault/urls.ts";
import { spacedWords } from "./spaced-words.ts";

type Files = ReadonlyMap<string, Uint8Array>;

/** Pagefind's files by path; undefined where Pagefind is not installed. */
export const searchFiles = oncePerVault(() => makeIndex(currentVault().vault.notes));

/** One of these files. */
export const searchFile = async (path: string): Promise<Uint8Array | undefined> =>
  (await searchFiles())?.get(path);

async function makeIndex(notes: readonly Note[]): Promise<Files | undefined> {
  const pagefind = await import("pagefind").catch(() => undefined);
  if (pagefind === undefined) return undefined;
  const { index, errors } = await pagefind.createIndex({});
  if (index === undefined) throw new Error(errors.join("; "));
  try {
    for (const note of notes) await index.addCustomRecord(toRecord(note));
    const { files } = await index.getFiles();
    return new Map(files.map(({ path, content }) => [path, content]));
  } finally {
    await pagefind.close();
  }
}

/** All records get one language: Pagefind searches only the page's, and a household has several. */
function toRecord({ id, text, data }: Note) {
  const { title, aliases, bank, tags, summary = "", properties } = data;
  const lines = withoutUnshown(text)
    .split("\n")
    .map((line) => plainWords(line))
    .filter((line) => line !== "" && !/^(?:```|~~~)/.test(line));
  const shown = [title, ...aliases, summary, ...properties.flatMap((one) => one.values), ...lines];
  const own = data.entries.filter(({ isMemory }) => isMemory).map((entry) => entry.bank);
  const banks = new Set([bank, ...own].filter((name) => name !== undefined));
  return {
    url: urlOf(id),
    content: spacedWords(shown.join("\n")),
    language: siteOptions().language,
    meta: { title },
    filters: {
      ...(banks.size > 0 && { [t.banks]: [...banks] }),
      ...(tags.length > 0 && { [t.tags]: [...tags] }),
    },
  };
}

/** Removes link definitions and unreferenced footnotes: no page shows them, and a hidden line may have used them. */
function withoutUnshown(text: string): string {
  const labels = Map.groupBy(text.matchAll(/\[(\^[^[\]\n]+)\]/g), ([, label]) => label);
  return text.replace(
    /^ {0,3}\[(?:(\^[^[\]\n]+)\]:[\s\S]*?(?=\n[ \t]*\n\S|\n {0,3}\[\^|$(?![\s\S]))|[^\]\n]+\]:.*)/gm,
    (all, label) => ((labels.get(label)?.length ?? 0) > 1 ? all : ""),
  );
}
