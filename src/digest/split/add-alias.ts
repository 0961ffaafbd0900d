import { openForEdit } from "../../vault/edit-lines.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import type { TopicPath } from "../../vault/paths.ts";
import { setFrontmatterKey, yamlWord } from "../../vault/set-frontmatter-key.ts";
import { encodeText } from "../../vault/vault-text.ts";

/** Adds an alias to a file's list `[in, brackets]`, or as its first; undefined where the list is written in another way. */
export function addAlias(path: TopicPath, bytes: Uint8Array, alias: string): Buffer | undefined {
  const { text, hasBom } = openForEdit(bytes);
  const had = parseTopic(path, bytes).frontmatter.aliases;
  if (had.includes(alias)) return Buffer.from(bytes);
  const word = yamlWord(alias);
  const added =
    had.length > 0
      ? encodeText(text.replace(/^(aliases: *\[.*?) *\]/m, `$1, ${word}]`), hasBom)
      : setFrontmatterKey(bytes, "aliases", alias, { create: true });
  const next = Buffer.from(added.toString().replace(/^aliases: ([^[\r\n]+)/m, "aliases: [$1]"));
  // Read back, so that no odd YAML is ever made worse.
  const has = parseTopic(path, next).frontmatter.aliases;
  return JSON.stringify(has) === JSON.stringify([...had, alias]) ? next : undefined;
}
