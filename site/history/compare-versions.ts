import type { EntryMark } from "../../src/vault/edits/entry-mark.ts";
import { pairMarks } from "../../src/vault/edits/pair-marks.ts";
import type { EntryEdit, FileChange } from "./commit-record.ts";
import type { DocumentVersion } from "./document-version.ts";

/** A document's versions before a commit, one a parent, and behind it; undefined where it was not there. */
export interface Versions {
  readonly path: string;
  readonly before: readonly (DocumentVersion | undefined)[];
  readonly after: DocumentVersion | undefined;
}

/** What a commit did to a document. Of branches that came together, what one of them had is no news. Pure. */
export function compareVersions({ path, before, after }: Versions): FileChange {
  const known = before.flatMap((version) => version ?? []);
  const [first] = known;
  const type = after === undefined ? "removed" : known.length === 0 ? "created" : "changed";
  const notes = after?.notes ?? "";
  return {
    path,
    type,
    edits: before.length > 1 ? mergeEdits(known, after) : editsOf(first, after),
    isNotesChanged:
      known.length === 0 ? notes !== "" : known.every((version) => version.notes !== notes),
  };
}

function editsOf(
  before: DocumentVersion = nothing,
  after: DocumentVersion = nothing,
): readonly EntryEdit[] {
  const { pairs, gone, come } = pairMarks([...before.entries.keys()], [...after.entries.keys()], {
    byPlace: true,
  });
  const changed = pairs.flatMap(([was, is]): EntryEdit[] => {
    const [old, now] = [before.entries.get(was), after.entries.get(is)];
    if (old === undefined || now === undefined) return [];
    const isSame = was.whole === is.whole && old.isHidden === now.isHidden;
    return isSame ? [] : [{ before: old, after: now }];
  });
  return [...changed, ...cameAndWent({ before, gone }, { after, come })];
}

/** What a merge has that none of the branches had, and has not although all of them had it. */
function mergeEdits(
  parents: readonly DocumentVersion[],
  after: DocumentVersion = nothing,
): readonly EntryEdit[] {
  const [before = nothing] = parents;
  const textsOf = ({ entries }: DocumentVersion) =>
    new Set([...entries.keys()].map(({ textId }) => textId));
  const known = parents.map(textsOf);
  const kept = textsOf(after);
  const lost = [...before.entries.keys()].filter(
    ({ textId }) => !kept.has(textId) && known.every((texts) => texts.has(textId)),
  );
  const news = [...after.entries.keys()].filter(
    ({ textId }) => !known.some((texts) => texts.has(textId)),
  );
  const { pairs, gone, come } = pairMarks(lost, news, { byPlace: true });
  const changed = pairs.flatMap(([was, is]): EntryEdit[] => {
    const [old, now] = [before.entries.get(was), after.entries.get(is)];
    return old && now ? [{ before: old, after: now }] : [];
  });
  return [...changed, ...cameAndWent({ before, gone }, { after, come })];
}

function cameAndWent(
  old: { readonly before: DocumentVersion; readonly gone: readonly EntryMark[] },
  now: { readonly after: DocumentVersion; readonly come: readonly EntryMark[] },
): EntryEdit[] {
  return [
    ...old.gone.flatMap((mark) => ({ before: old.before.entries.get(mark) })),
    ...now.come.flatMap((mark) => ({ after: now.after.entries.get(mark) })),
  ];
}

const nothing: DocumentVersion = { entries: new Map(), notes: "" };
