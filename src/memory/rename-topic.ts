import { addAlias } from "../digest/split/split-alias.ts";
import { LociError } from "../errors.ts";
import { openForEdit } from "../vault/edit-lines.ts";
import { toTopicPath } from "../vault/paths.ts";
import { setFrontmatterKey } from "../vault/set-frontmatter-key.ts";
import { encodeText } from "../vault/vault-text.ts";
import { changeAsStep, type OpenJournal, type Step } from "./change-as-step.ts";
import type { MemoryContext } from "./context.ts";

/**
 * Gives a topic another title, as one step that can be taken back. The file keeps its name, and the old title leads to it as an
 * alias, so that links stay right. Throws LociError BAD_FRONTMATTER where its frontmatter cannot be added to safely.
 */
export async function renameTopic(
  context: MemoryContext,
  topic: { readonly file: string; readonly title: string },
  title: string,
  openJournal: OpenJournal,
): Promise<void> {
  const path = toTopicPath(topic.file);
  const step: Step = {
    ...{ kind: "rename", what: "renamed a topic", op: "replaced" },
    ...{ summary: "renamed", logged: "1 renamed" },
  };
  await changeAsStep(context, openJournal, path, step, (bytes) => {
    const named = setFrontmatterKey(bytes, "title", title, { create: true });
    const linked = addAlias(retitled(named, topic.title, title), topic.title);
    if (linked === undefined) throw unclearAliases(path);
    const today = context.time().slice(0, 10);
    return { bytes: setFrontmatterKey(linked, "updated", today), result: undefined };
  });
}

/** Changes the heading that a file begins with, where it says the old title. */
function retitled(bytes: Uint8Array, before: string, after: string): Uint8Array {
  const { text, hasBom, topic } = openForEdit(bytes);
  const lines = text.split("\n");
  const first = lines.findIndex(
    (line, i) => i >= topic.frontmatter.lineCount && line.trim() !== "",
  );
  const heading = lines[first];
  if (heading?.trimEnd() !== `# ${before}`) return bytes;
  const changed = `# ${after}${heading.slice(before.length + 2)}`;
  return encodeText(lines.with(first, changed).join("\n"), hasBom);
}

const unclearAliases = (file: string): LociError =>
  new LociError(
    "BAD_FRONTMATTER",
    `Cannot rename ${file}: its aliases are written in a way that cannot be added to; edit it by hand`,
    { data: { file } },
  );
