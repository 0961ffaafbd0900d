import type { TopicPath } from "../../src/vault/paths.ts";
import { insideOf, withoutComments } from "../../src/vault/topic/comments.ts";
import { codeIn } from "../../src/vault/topic/inline-code.ts";
import {
  type CommitRecord,
  type EntryEdit,
  type FileChange,
  idOf,
  type PastEntry,
} from "./commit-record.ts";

/** What is known of a document's past. */
export interface DocumentHistory {
  /** Newest first. */
  readonly changes: readonly DocumentChange[];
  /** Why there may have been more. */
  readonly notes: readonly HistoryNote[];
}

/**
 * - `older`: there are older changes; `loci history` has them.
 * - `shallow`: this clone does not have what was before.
 * - `damaged`: what was before cannot be read; `git fsck` says more.
 */
export type HistoryNote = "older" | "shallow" | "damaged";

/** What one commit did to a document. */
export interface DocumentChange {
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** `""` where the commit also did something that is not shown: Loci's own subjects name topics. */
  readonly subject: string;
  readonly author: string;
  readonly device: string | undefined;
  readonly agent: string | undefined;
  /** Texts of entries that came and went; of an edited one both. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Whether text that is not an entry changed. */
  readonly isNotesChanged: boolean;
}

/** What the history may show, and how much of it. */
export interface HistoryContext {
  readonly documents: ReadonlySet<TopicPath>;
  /** Ids of texts to leave out, whatever commit had them. */
  readonly hidden: ReadonlySet<string>;
  /** Most changes of a document. */
  readonly maxChanges: number;
}

/** A commit's part in a document's past. */
interface Step {
  readonly record: CommitRecord;
  readonly change: FileChange;
}

/** Describes the past of documents from commits in order, children first; `notes` say why those end where they do. Pure. */
export function describeHistory(
  records: readonly CommitRecord[],
  context: HistoryContext,
  notes: readonly HistoryNote[],
): ReadonlyMap<TopicPath, DocumentHistory> {
  const histories = new Map<TopicPath, DocumentHistory>();
  const steps = stepsByPath(records, context.documents);
  const fullyShown = new Set(
    records.filter(({ changes }) => changes.every((one) => isAllShown(one, context))),
  );
  for (const path of context.documents) {
    histories.set(path, describeDocument(steps.get(path) ?? [], { ...context, fullyShown, notes }));
  }
  return histories;
}

interface DocumentContext extends HistoryContext {
  /** Commits that changed nothing hidden: their subjects may be shown. */
  readonly fullyShown: ReadonlySet<CommitRecord>;
  readonly notes: readonly HistoryNote[];
}

function describeDocument(steps: readonly Step[], context: DocumentContext): DocumentHistory {
  const changes = steps.flatMap((step) => toChange(step, context) ?? []);
  const notes = new Set<HistoryNote>(changes.length > context.maxChanges ? ["older"] : []);
  const hasAll = steps.at(-1)?.change.type === "created";
  return {
    changes: changes.slice(0, context.maxChanges),
    notes: [...(hasAll ? notes : new Set([...notes, ...context.notes]))],
  };
}

/**
 * The commits that changed each document, as `git log -- path` finds them: where branches came together and a document
 * is as one of them had it, only that one is followed.
 */
function stepsByPath(
  records: readonly CommitRecord[],
  documents: ReadonlySet<string>,
): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map([...documents].map((path): [string, Step[]] => [path, []]));
  const wanted = new Map<string, ReadonlySet<string>>();
  const [head] = records;
  if (head !== undefined) wanted.set(head.oid, documents);
  for (const record of records) {
    const here = wanted.get(record.oid) ?? new Set<string>();
    wanted.delete(record.oid);
    for (const change of record.changes) {
      if (here.has(change.path)) steps.get(change.path)?.push({ record, change });
    }
    splitByParent(record, here).forEach((paths, at) => {
      const oid = record.parents[at] ?? "";
      const known = wanted.get(oid);
      wanted.set(
        oid,
        known === undefined || known === paths ? paths : new Set([...known, ...paths]),
      );
    });
  }
  return steps;
}

function splitByParent(
  { parents, differing }: CommitRecord,
  here: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
  if (parents.length < 2) return parents.map(() => here);
  const differs = differing.map((paths) => new Set(paths));
  const [first = new Set<string>()] = differs;
  const split = parents.map((_, at) => (at === 0 ? new Set(here) : new Set<string>()));
  for (const path of first) {
    if (!here.has(path)) continue;
    const same = differs.findIndex((paths) => !paths.has(path));
    if (same < 0) for (const paths of split) paths.add(path);
    else {
      split[0]?.delete(path);
      split[same]?.add(path);
    }
  }
  return split;
}

/** Undefined for what changed nothing that is shown. */
function toChange({ record, change }: Step, context: DocumentContext): DocumentChange | undefined {
  const shown = shownTexts(change.edits, context.hidden);
  const isEmpty = shown.added.length === 0 && shown.removed.length === 0 && !change.isNotesChanged;
  const isMerge = record.parents.length > 1;
  if (isEmpty && (isMerge || change.edits.some((edit) => isHidden(edit, context.hidden)))) {
    return undefined;
  }
  const { oid, authoredAt, subject, author, device, agent } = record;
  return {
    commit: oid,
    time: new Date(authoredAt).toISOString(),
    subject: context.fullyShown.has(record) ? subject : "",
    ...{ author, device, agent },
    ...shown,
    isNotesChanged: change.isNotesChanged,
  };
}

function shownTexts(
  edits: readonly EntryEdit[],
  hidden: ReadonlySet<string>,
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const added: string[] = [];
  const removed: string[] = [];
  for (const { before, after } of edits) {
    const [was, is] = [before && idOf(before), after && idOf(after)];
    if (was === is) continue; // Its date or fields changed.
    const [old, now] = [shownText(before), shownText(after)];
    if (old === now) continue; // A comment in it did.
    if (now !== "" && is !== undefined && !hidden.has(is)) added.push(now);
    if (old !== "" && was !== undefined && !hidden.has(was)) removed.push(old);
  }
  return { added, removed };
}

/** What a reader of the page saw of an entry. A comment may end in what was nested in it. */
function shownText(entry: PastEntry | undefined): string {
  if (entry === undefined) return "";
  const { text } = entry;
  if (!/<!--|%%/.test(text)) return text;
  const shown = withoutComments(text, { code: codeIn([text]), toEnd: true });
  const isCode = insideOf(codeIn([shown]));
  const open = [...shown.matchAll(/%%/g)].find(({ index }) => !isCode(index))?.index;
  return shown.slice(0, open).replace(/\s+/g, " ").trim();
}

const isHidden = ({ before, after }: EntryEdit, hidden: ReadonlySet<string>): boolean =>
  [before, after].some((entry) => entry !== undefined && hidden.has(idOf(entry)));

/** A file that is no longer a document of the site is judged by its entries: it may have been moved. */
const isAllShown = (
  { path, edits }: FileChange,
  {
    documents,
    hidden,
  }: { readonly documents: ReadonlySet<string>; readonly hidden: ReadonlySet<string> },
): boolean =>
  (documents.has(path) || edits.length > 0) && !edits.some((edit) => isHidden(edit, hidden));
