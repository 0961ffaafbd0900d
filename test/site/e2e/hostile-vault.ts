import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allKills } from "../../all-kills.ts";
import { hostileNotes } from "../hostile-notes.ts";
import type { WriteVault } from "./site.ts";

/** Giants take a minute to build and to open; test/site/markdown/hostile.slow.test.ts has them all, and this with `LOCI_ALL_KILLS=1`. */
const maxBytes = allKills ? Number.POSITIVE_INFINITY : 40_000;

/** Those that are opened in a browser. */
export const openedNotes: ReadonlyMap<string, string> = new Map(
  [...hostileNotes].filter(([, text]) => Buffer.byteLength(text) <= maxBytes),
);

/** A vault of hostile notes: each as a file, and each as an entry, a digest and a recent topic. */
export const writeHostile: WriteVault = (root) => {
  for (const folder of ["topics", "log"]) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of openedNotes) writeFileSync(join(root, "topics", `${name}.md`), text);
  const lines = [...openedNotes].map(([name, text]) => ({ name, line: lineOf(text) }));
  for (let at = 0; at < lines.length; at += perFile) {
    const some = lines.slice(at, at + perFile);
    const entries = some.map(({ line }) => `- Line: ${line} (2026-11-19) [note:: x]`);
    const file = join(root, "topics", `entries-${at}.md`);
    writeFileSync(file, `# Entries from ${at}\n\n${entries.join("\n")}\n`);
  }
  writeFileSync(join(root, "log", "2026-11.md"), lines.map(digestOf).join("\n"));
  const recent = lines
    .slice(0, 20)
    .map(({ name, line }) => `2026-11-19T10:00:00|${name}|${line}\n`);
  writeFileSync(join(root, "topics", "index.txt"), recent.join(""));
};

const perFile = 25;
const maxCharacters = 600;

/** The note on one line, without its frontmatter's dashes. */
const lineOf = (text: string): string =>
  text.slice(0, 10_000).replace(/\s+/g, " ").slice(0, maxCharacters).toWellFormed();

function digestOf({ name, line }: { readonly name: string; readonly line: string }): string {
  return `## 2026-11-19T10:00:00+01:00 ${name}

Summary: ${line}

- learned: ${line} → topics/${name}.md
  - said: "${line}"
- replaced: new ${line} → topics/${name}.md
  - was: ${line}
- kept: old ${line} (${line})
- session: ${name} · agent ${name} · person ${name} · voice · en
`;
}
