import { isSameFact } from "../digest/gates/same-fact.ts";
import { sameKey } from "../digest/write-entries.ts";
import { entriesOfWords } from "../index/keyed-entries.ts";
import { isSuperseded } from "../vault/entry.ts";
import type { Entry } from "../vault/topic.ts";
import { isOwnerVisible, personKey, type Viewer, visibleScopes } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { checkedPerson } from "./people.ts";
import { createEntryFinder, readTopicFile } from "./read-topic.ts";
import type { Remembered } from "./remember.ts";
import { stemsBy } from "./stems.ts";

type KnownIn = Pick<MemoryContext, "root" | "settings" | "index" | "freshness">;

/**
 * The entry that says the same in the same words (by stems, numbers, names and negation), in whichever file of the
 * vault, of the person or of the agent; not what is another's own.
 */
export async function findSame(
  context: KnownIn,
  { person, agent }: Viewer,
  text: string,
): Promise<{ readonly file: string; readonly entry: Entry } | undefined> {
  await context.freshness.ensureFresh();
  const known = checkedPerson(context, person ?? undefined);
  const viewer = { person: known, agent };
  const scopes = visibleScopes(viewer) ?? [];
  const stem = stemsBy(context.settings);
  const toStatement = (words: string) => ({ text: words, language: "" });
  const isSame = (words: string): boolean =>
    sameKey(words) === sameKey(text) || isSameFact(toStatement(words), toStatement(text), stem);
  const isOurs = (owner: string | undefined | null): boolean =>
    isOwnerVisible(viewer, personKey(owner ?? ""));
  const entryAt = createEntryFinder((file) => readTopicFile(context, file)?.topic);
  for (const found of context.index.run((db) => entriesOfWords(db, text, scopes))) {
    if (!isOurs(found.person) || !isSame(found.text)) continue;
    const { file, uid } = found;
    const entry = entryAt(file, uid);
    if (entry !== undefined && !isSuperseded(entry)) return { file, entry };
  }
  return undefined;
}

/** The same, as the result of saving it. */
export async function findKnown(
  context: KnownIn,
  viewer: Viewer,
  text: string,
): Promise<Remembered | undefined> {
  const same = await findSame(context, viewer, text);
  if (same === undefined) return undefined;
  const { file, entry } = same;
  return { status: "known", text: entry.text, file, line: entry.line, id: entry.id };
}
