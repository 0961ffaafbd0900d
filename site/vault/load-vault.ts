import { messageOf } from "../../src/errors.ts";
import { listFiles, maxFileBytes } from "../../src/vault/list-files.ts";
import { type DigestBlock, parseDigestLog } from "../../src/vault/log/digest-log.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { decodeText } from "../../src/vault/vault-text.ts";
import { hide, type Shown } from "./hide.ts";
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

/** What was made of the files of a vault by the same rules, by path: one whose text is the same is not read again. */
export type KnownFiles = Map<
  string,
  { readonly text: string; readonly file: LoadedFile | HiddenFile }
>;

interface HiddenFile {
  readonly text: undefined;
  readonly path: TopicPath;
  readonly hidden: readonly Entry[];
}

/** Reads what is there. Throws LociError where the vault itself cannot be read; of a bad file the others are shown. */
export function loadVault(
  root: string,
  rules: HideRules,
  known: KnownFiles = new Map(),
): LoadedVault {
  const { files, logs, skipped } = listFiles(root);
  const isShown = (path: string): boolean => rules.isScopeShown(privateScopeOf(path));
  const problems = skipped
    .filter(({ path }) => isShown(path))
    .map(({ path, reason }) => ({ path, message: reason }));
  const shown: LoadedFile[] = [];
  const hidden: HiddenFile[] = [];
  const read = (path: string): Buffer | undefined => {
    try {
      return readRegular(root, path, maxFileBytes);
    } catch (error) {
      if (isShown(path)) problems.push({ path, message: messageOf(error) });
      return undefined;
    }
  };
  const before = new Map(known);
  known.clear();
  for (const { path } of files) {
    const bytes = read(path);
    if (bytes === undefined) continue;
    const { text } = decodeText(bytes);
    const last = before.get(path);
    const file = last?.text === text ? last.file : { path, ...hide(path, text, rules) };
    known.set(path, { text, file });
    if (file.text === undefined) hidden.push(file);
    else shown.push(file);
  }
  const log = logs.flatMap(({ path }) => {
    const bytes = read(path);
    return bytes === undefined ? [] : parseDigestLog(bytes);
  });
  return { shown, hidden, log, problems };
}
