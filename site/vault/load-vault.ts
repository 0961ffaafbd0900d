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

interface HiddenFile {
  readonly path: TopicPath;
  readonly hidden: readonly Entry[];
}

/** Reads what is there. Throws LociError where the vault itself cannot be read; of a bad file the others are shown. */
export function loadVault(root: string, rules: HideRules): LoadedVault {
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
  for (const { path } of files) {
    const bytes = read(path);
    if (bytes === undefined) continue;
    const file = hide(path, decodeText(bytes).text, rules);
    if (file.text === undefined) hidden.push({ path, hidden: file.hidden });
    else shown.push({ path, ...file });
  }
  const log = logs.flatMap(({ path }) => {
    const bytes = read(path);
    return bytes === undefined ? [] : parseDigestLog(bytes);
  });
  return { shown, hidden, log, problems };
}
