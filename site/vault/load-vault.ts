import { type ListedFile, listFiles, maxFileBytes } from "../../src/vault/list-files.ts";
import { type DigestBlock, parseDigestLog } from "../../src/vault/log/digest-log.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import type { Topic } from "../../src/vault/topic/topic.ts";
import { decodeText } from "../../src/vault/vault-text.ts";
import { type Hidden, hide, type Shown } from "./hide.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import { readRegular } from "./read-regular.ts";

/** The files of a vault, read, with what is private taken out. */
export interface LoadedVault {
  readonly shown: readonly LoadedFile[];
  /** Files of which nothing may be shown. */
  readonly hidden: readonly HiddenFile[];
  readonly log: readonly DigestBlock[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** A file that is shown, as far as it is. */
export interface LoadedFile extends Shown {
  readonly path: TopicPath;
}

/** The shown part of a file, parsed. */
export function topicIn({ path, text, frontmatter }: LoadedFile): Topic {
  const topic = parseTopic(path, Buffer.from(text));
  return { ...topic, frontmatter, title: frontmatter.title || topic.title };
}

/** Files that were read before by the same rules, by path: an unchanged one is not read again. */
export type KnownFiles = Map<string, KnownFile>;

interface KnownFile {
  readonly text: string;
  readonly file: LoadedFile | HiddenFile;
  readonly listed: ListedFile;
  /** Taken before its bytes were read (ms since the epoch). */
  readonly readAt: number;
}

/** A second write this soon after the first may leave the same timestamps: the file is read again, as for the index. */
const racyMs = 2_000;

const isAsRead = (listed: ListedFile, { listed: last, readAt }: KnownFile): boolean =>
  listed.size === last.size &&
  listed.ino === last.ino &&
  listed.mtimeMs === last.mtimeMs &&
  listed.ctimeMs === last.ctimeMs &&
  Math.max(last.mtimeMs, last.ctimeMs) + racyMs < readAt;

interface HiddenFile extends Hidden {
  readonly path: TopicPath;
}

/** Reads a vault's files. Throws LociError where the vault itself cannot be read; a bad file is left out. */
export function loadVault(
  root: string,
  rules: HideRules,
  known: KnownFiles = new Map(),
): LoadedVault {
  const { files, logs, skipped } = listFiles(root);
  const problems = skipped
    .filter(({ path }) => rules.isScopeShown(privateScopeOf(path)))
    .map(({ path, reason }) => ({ path, message: reason }));
  const shown: LoadedFile[] = [];
  const hidden: HiddenFile[] = [];
  const readFile = (listed: ListedFile, last: KnownFile | undefined): KnownFile | undefined => {
    if (last !== undefined && isAsRead(listed, last)) return last;
    const readAt = Date.now();
    const { path } = listed;
    const bytes = readRegular(root, path, maxFileBytes);
    if (bytes === undefined) return undefined;
    const { text } = decodeText(bytes);
    const file = last?.text === text ? last.file : { path, ...hide(path, text, rules) };
    return { text, file, listed, readAt };
  };
  const before = new Map(known);
  known.clear();
  for (const listed of files) {
    const found = readFile(listed, before.get(listed.path));
    if (found === undefined) continue;
    known.set(listed.path, found);
    if (found.file.text === undefined) hidden.push(found.file);
    else shown.push(found.file);
  }
  const log = logs.flatMap(({ path }) => {
    const bytes = readRegular(root, path, maxFileBytes);
    return bytes === undefined ? [] : parseDigestLog(bytes);
  });
  return { shown, hidden, log, problems };
}
