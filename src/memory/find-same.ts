import type { NearMemory } from "../digest/digest-ports.ts";
import { agree, isSameFact } from "../digest/gates/compare.ts";
import { sameKey } from "../digest/write-entries.ts";
import { entriesOfWords, entriesWithKey } from "../index/entries.ts";
import { detectLanguage } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";
import { numbersIn } from "../language/text/number-words.ts";
import { toTopicPath } from "../vault/paths.ts";
import { isSuperseded } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { isOwnerVisible, personKey, type Viewer, visibleScopes } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { checkedPerson } from "./people.ts";
import { createEntryFinder } from "./read-topic.ts";
import { type RecallRequest, recallMemories } from "./recall.ts";
import type { Remembered } from "./remember.ts";

/**
 * The entry that says the same in the same words (by stems, numbers, names and negation), in whichever file of the
 * vault, of the person or of the agent; not what is another's own, nor, where a day is given, what happened on another.
 * Else, with `mayEmbed`, one that an embedding model finds the same, with numbers, names and negation alike.
 */
export async function findSame(
  context: MemoryContext,
  { person, agent }: Viewer,
  text: string,
  date?: string,
  mayEmbed = false,
): Promise<{ readonly file: string; readonly entry: Entry } | undefined> {
  await context.freshness.ensureFresh();
  const viewer = { person: checkedPerson(context, person ?? undefined), agent };
  const scopes = visibleScopes(viewer) ?? [];
  const [usual = "en"] = context.settings.languages;
  const isSame = (words: string): boolean =>
    sameKey(words) === sameKey(text) || isSameFact(words, text, "", usual);
  const isOurs = (owner: string | undefined | null): boolean =>
    isOwnerVisible(viewer, personKey(owner ?? ""));
  const entryAt = createEntryFinder(context, viewer);
  const worded = context.index
    .run((db) => entriesOfWords(db, text, scopes))
    .filter((found) => isOurs(found.fields.person) && isSame(found.text));
  const isAsked = mayEmbed && worded.length === 0;
  const near = isAsked ? await context.embeddings.alike(text, viewer, context.settings.dedup) : [];
  const language = detectLanguage(tokenize(text, "query"), usual);
  const numbers = (words: string): string => [...numbersIn(words, language).values].join(" ");
  const meant = near.filter((one) => agree(one.text, text) && numbers(one.text) === numbers(text));
  for (const found of [...worded, ...meant]) {
    const { file, id } = found;
    const entry = entryAt(file, id);
    if (entry?.text !== found.text || isSuperseded(entry)) continue;
    if (!(await isOfAnotherDay(text, date, entry.date))) return { file, entry };
  }
  return undefined;
}

/** The rules of languages take a while to load: only where two days differ. */
async function isOfAnotherDay(text: string, one?: string, other?: string): Promise<boolean> {
  if (one === undefined || other === undefined || one === other) return false;
  const { isOtherOccasion } = await import("../language/read/tells-event.ts");
  return isOtherOccasion(text, one, other);
}

/** The same, as the result of saving it on a day. */
export async function findKnown(
  context: MemoryContext,
  viewer: Viewer,
  text: string,
  date: string,
  mayEmbed = false,
): Promise<Remembered | undefined> {
  const same = await findSame(context, viewer, text, date, mayEmbed);
  if (same === undefined) return undefined;
  const { file, entry } = same;
  return { status: "known", text: entry.text, file, line: entry.line, id: entry.id };
}

/** All that have a word of the text, because a statement answers no question; of these so many. */
const request: RecallRequest = { limit: 8, kinds: ["entry"], floor: 0 };

/** Finds the entries near a text that a viewer may see, best first. Each file is read once, however many texts are asked for. */
export function createNearFinder(
  context: MemoryContext,
  viewer: Viewer,
): (text: string) => Promise<readonly NearMemory[]> {
  const entryAt = createEntryFinder(context, viewer);
  return async (text) => {
    const same = await findSame(context, viewer, text); // Recall may miss it among many alike.
    const { hits } = await recallMemories(context, viewer, text, request);
    const others = hits.flatMap(({ file, id, score, meant = [] }) => {
      const entry = entryAt(file, id);
      const isSame = file === same?.file && id === same.entry.id;
      return entry === undefined || isSame ? [] : [{ file, entry, score, meant }];
    });
    return [...(same === undefined ? [] : [{ ...same, score: 1 }]), ...others]
      .filter(mayCompare(context, viewer))
      .map((one) => ({ ...one, file: toTopicPath(one.file) }));
  };
}

/** The entries with a key that are known of a viewer. */
export async function memoriesWithKey(
  context: MemoryContext,
  viewer: Viewer,
  key: string,
): Promise<readonly NearMemory[]> {
  await context.freshness.ensureFresh();
  const entryAt = createEntryFinder(context, viewer);
  return context.index
    .run((db) => entriesWithKey(db, viewer, key))
    .filter(mayCompare(context, viewer))
    .flatMap(({ file, id }) => {
      const entry = entryAt(file, id);
      return entry === undefined ? [] : [{ file: toTopicPath(file), entry, score: 1 }];
    });
}

/** Without a person, the example's own memories are not compared with. */
const mayCompare =
  ({ isExamples }: MemoryContext, { person }: Viewer) =>
  ({ file }: { readonly file: string }): boolean =>
    person != null || !isExamples(file);
