import type { Objects } from "../../src/git/objects/objects.ts";
import { type ChangedFile, changedFiles } from "../../src/git/objects/tree.ts";
import { type CommitFacts, type History, readCommit } from "../../src/sync/history/open-history.ts";
import { maxFileBytes } from "../../src/vault/list-files.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../../src/vault/paths.ts";
import type { CommitRecord, FileChange } from "./commit-record.ts";
import { compareVersions, type DocumentVersion, type Hide, toVersion } from "./compare-versions.ts";

/** A commit that only brought documents, and more than these, is an import: which ones is kept, not what they say. */
const maxCompared = 1_000;

/** Reads what a commit did. Throws where something of it is missing or damaged. */
export type RecordCommit = (oid: string) => Promise<CommitRecord>;

/** Reads commits; what was read for one commit is kept for the next, older one. */
export function commitRecorder({ objects, shallow }: History, hide: Hide): RecordCommit {
  const versionOf = versionReader(objects, hide);
  return async (oid) => {
    const commit = await readCommit(objects, oid);
    const { parents } = commit;
    const isShallow = shallow.has(oid);
    const diffs: Diff[] = [];
    for (const parent of isShallow || parents.length > 0 ? parents : [undefined]) {
      const before = parent && (await objects.readCommit(parent)).tree;
      diffs.push(changedDocuments(await changedFiles(objects, before, commit.tree)));
    }
    const differing = parents.length < 2 ? [] : diffs.map((diff) => [...diff.keys()]);
    const changes = await readChanges(diffs, versionOf);
    return { ...aboutCommit(commit), parents, isShallow, differing, changes };
  };
}

/** By path. */
type Diff = ReadonlyMap<string, ChangedFile>;

function aboutCommit({ oid, time, authoredAt, subject, author, trailers }: CommitFacts) {
  const { device, agent } = trailers;
  return {
    ...{ oid, authoredAt, author, subject: subject.slice(0, longestSubject) },
    committedAt: time * 1_000,
    ...(device === undefined ? {} : { device }),
    ...(agent === undefined ? {} : { agent }),
  };
}

async function readChanges(
  diffs: readonly Diff[],
  versionOf: VersionOf,
): Promise<readonly FileChange[]> {
  const [first] = diffs;
  const changed = [...(first?.keys() ?? [])].filter((path) =>
    diffs.every((diff) => diff.has(path)),
  );
  // One that changed what was there may have hidden it: that must be known.
  const isImport = diffs.every((diff) =>
    changed.every((path) => diff.get(path)?.before === undefined),
  );
  const isCompared = changed.length <= maxCompared || !isImport;
  const changes: FileChange[] = [];
  for (const path of changed) {
    const files = diffs.flatMap((diff) => diff.get(path) ?? []);
    changes.push(isCompared ? await compareFiles(versionOf, path, files) : uncompared(path));
  }
  return changes;
}

const longestSubject = 500;

type VersionOf = (path: TopicPath, blob: string) => Promise<DocumentVersion>;

async function compareFiles(
  versionOf: VersionOf,
  path: string,
  files: readonly ChangedFile[],
): Promise<FileChange> {
  const read = async (blob: string | undefined): Promise<DocumentVersion | undefined> =>
    blob === undefined ? undefined : versionOf(toTopicPath(path), blob);
  const before: (DocumentVersion | undefined)[] = [];
  for (const file of files) before.push(await read(file.before));
  return compareVersions({ path, before, after: await read(files[0]?.after) });
}

const uncompared = (path: string): FileChange => ({
  ...{ path, type: "created", edits: [], isNotesChanged: false },
});

function changedDocuments(files: readonly ChangedFile[]): Diff {
  return new Map(files.filter(({ path }) => isDocument(path)).map((file) => [file.path, file]));
}

/** What the index takes for a document of the vault. */
function isDocument(path: string): boolean {
  if (isLogPath(path) || !/^(?!log\/|conversations\/).*\.md$/is.test(path)) return false;
  try {
    return toTopicPath(path) === path && !path.includes("node_modules/");
  } catch {
    return false; // A name that Loci does not take.
  }
}

/** Versions that wait for the older commit which left them so. */
const maxVersions = 500;

function versionReader(objects: Pick<Objects, "readOrEmpty">, hide: Hide): VersionOf {
  const versions = new Map<string, DocumentVersion>();
  return async (path, blob) => {
    // What is private depends on where it stands.
    const key = `${blob} ${path}`;
    const known = versions.get(key);
    if (known !== undefined) return known;
    const bytes = await objects.readOrEmpty(blob);
    const isTooLarge = bytes.length > maxFileBytes;
    const version = toVersion(path, isTooLarge ? new Uint8Array() : bytes, hide);
    versions.set(key, version);
    for (const oldest of versions.keys()) {
      if (versions.size <= maxVersions) break;
      versions.delete(oldest);
    }
    return version;
  };
}
