import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toHtml } from "hast-util-to-html";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/**
 * The least that any generator of a site must do, as a process: each Markdown file of a folder parsed and written as
 * HTML. No links, no lists, no search, no templates. `node site-baseline.ts VAULT OUT`
 */
const [vault = "", out = ""] = process.argv.slice(2);
const toTree = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
for (const file of globSync("**/*.md", { cwd: vault })) {
  const text = readFileSync(join(vault, file), "utf8").replace(/^---\n.*?\n---\n/s, "");
  const folder = join(out, file.slice(0, -".md".length));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), toHtml(toTree.runSync(toTree.parse(text))));
}
