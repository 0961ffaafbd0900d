import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brokenMarkdown, filesBeside, goodMarkdown } from "./hard/markdown.ts";
import { deepNames, namedNote, oddNames } from "./hard/names.ts";
import { commentedFile, privateFiles, protectedBank } from "./hard/private.ts";
import { rightToLeftTopics, spokenTexts, spokenTopic } from "./hard/scripts.ts";

/** Settings of the hard vault: `loci.yaml`. */
export const hardBanks: readonly string[] = [
  ...["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"],
  protectedBank,
];

/**
 * Writes a vault that no site was made for: odd names, deep folders, every field, every script, broken files, and
 * private things that a build must leave out (test/site/hard/private.ts). Where the disk folds names, twins are one.
 */
export function writeHardVault(root: string): void {
  writeAll(root, { "loci.yaml": `banks: [${hardBanks.join(", ")}]\n` });
  writeAll(root, goodMarkdown);
  writeAll(root, brokenMarkdown);
  writeAll(root, filesBeside());
  writeAll(root, rightToLeftTopics);
  writeAll(root, privateFiles);
  writeAll(root, commentedFile);
  for (const text of spokenTexts)
    writeAll(root, { [`topics/${text.topic}.md`]: spokenTopic(text) });
  for (const [at, name] of oddNames.entries()) {
    writeAll(root, {
      [`topics/${name}.md`]: namedNote(name, at),
      [`${name}.md`]: namedNote(name, at),
    });
  }
  for (const [at, name] of deepNames.entries()) {
    writeAll(root, { [`${name}.md`]: namedNote(name, at + 100) });
  }
}

/** A vault with nothing in it but its settings. */
export function writeEmptyVault(root: string): void {
  writeAll(root, { "loci.yaml": "" });
}

function writeAll(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeNew(file, content);
  }
}

/** A twin on a disk that folds names is the same file: the first stays. */
function writeNew(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
