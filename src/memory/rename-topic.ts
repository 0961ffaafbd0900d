import { addAlias } from "../digest/split/split-alias.ts";
import { LociError } from "../errors.ts";
import type { SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { changedMeanwhile } from "../vault/change-file.ts";
import { openForEdit } from "../vault/edit-lines.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { setFrontmatterKey } from "../vault/set-frontmatter-key.ts";
import { encodeText } from "../vault/vault-text.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { logChange } from "./log-change.ts";

/**
 * Gives a topic another title, as one step that can be taken back. The file keeps its name, and the old title leads to it as an
 * alias, so that links stay right. Throws LociError BAD_FRONTMATTER where its frontmatter cannot be added to safely.
 */
export async function renameTopic(
  context: MemoryContext,
  topic: { readonly file: string; readonly title: string },
  title: string,
  openJournal: () => Pick<SessionDb, "undo" | "close">,
): Promise<void> {
  const path = toTopicPath(topic.file);
  await context.checkStillThere();
  await respectCheckouts(context);
  const db = openJournal();
  try {
    const step = `rename/${context.now()}/${process.pid}`;
    const what = "renamed a topic";
    const change = changeVaultFile(context, { journal: db.undo, step, what, session: null });
    await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        const named = setFrontmatterKey(bytes, "title", title, { create: true });
        const linked = addAlias(retitled(named, topic.title, title), topic.title);
        if (linked === undefined) throw unclearAliases(path);
        const today = context.time().slice(0, 10);
        return { bytes: setFrontmatterKey(linked, "updated", today), result: null };
      },
      () => [{ path, topic: placeOf(path).topic, op: "replaced" }],
    );
    await logChange(context, change, { path, summary: "renamed", what: "1 renamed" });
    context.committer.commitSoon();
  } finally {
    db.close();
  }
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
