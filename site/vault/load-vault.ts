import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "../../src/errors.ts";
import { type FileList, listFiles, maxFileBytes } from "../../src/vault/list-files.ts";
import { type DigestBlock, parseDigestLog } from "../../src/vault/log/digest-log.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { decodeText } from "../../src/vault/vault-text.ts";
import { hide, type Shown } from "./hide.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import type { ReadFiles } from "./read-files.ts";
import { readRegular } from "./read-regular.ts";
import type { SiteProblem } from "./site-vault.ts";

/** The files of a vault, read, with what is private taken out. */
export interface LoadedVault {
  readonly shown: readonly LoadedFile[];
  /** Files of which nothing may be shown. */
  readonly hidden: readonly HiddenFile[];
  readonly log: readonly DigestBlock[];
  readonly problems: readonly SiteProblem[];
}

/** A file that is shown, as far as it is. */
interface LoadedFile extends Shown {
  readonly path: TopicPath;
}

interface HiddenFile {
  readonly path: TopicPath;
  readonly text: string;
  readonly hidden: readonly Entry[];
}

/** What one file has of them. */
export type LoadedParts = Omit<LoadedVault, "log">;

/** Reads what is there. Throws LociError where the vault itself cannot be read; a file that goes meanwhile is not there. */
export async function loadVault(
  root: string,
  rules: HideRules,
  read?: { readonly files: ReadFiles; readonly rules: string },
): Promise<LoadedVault> {
  const { files, logs, skipped } = listFiles(root);
  const problems = skippedProblems(skipped, rules);
  const shown: LoadedFile[] = [];
  const hidden: HiddenFile[] = [];
  const log: DigestBlock[] = [];
  let turnedAt = performance.now();
  for (const file of files) {
    const known = read?.files.get(file, read.rules);
    const readAt = Date.now();
    const parts = known ?? loadParts(root, file.path, rules);
    if (known === undefined) read?.files.keep(file, parts, readAt);
    shown.push(...parts.shown);
    hidden.push(...parts.hidden);
    problems.push(...parts.problems);
    // Yield, so that requests are answered meanwhile.
    if (performance.now() - turnedAt > longestTurnMs) {
      await nextTurn();
      turnedAt = performance.now();
    }
  }
  read?.files.turn(read.rules);
  for (const { path } of logs) {
    const bytes = readFile(root, path, rules, problems);
    if (bytes !== undefined) for (const block of parseDigestLog(bytes)) log.push(block);
  }
  return { shown, hidden, log, problems };
}

const longestTurnMs = 25;

/** Whatever a file holds, the others are shown. */
function loadParts(root: string, path: TopicPath, rules: HideRules): LoadedParts {
  const problems: SiteProblem[] = [];
  const bytes = readFile(root, path, rules, problems);
  try {
    if (bytes !== undefined) return loadFile(path, bytes, rules);
  } catch (error) {
    // Not its message, which may quote the file.
    const name = error instanceof Error ? error.name : "unknown error";
    if (rules.isScopeShown(privateScopeOf(path)))
      problems.push(unreadable(path, `Loci failed to read it (${name})`));
  }
  return { shown: [], hidden: [], problems };
}

function readFile(
  root: string,
  path: TopicPath,
  rules: HideRules,
  problems: SiteProblem[],
): Buffer | undefined {
  try {
    return readRegular(root, path, maxFileBytes);
  } catch (error) {
    if (rules.isScopeShown(privateScopeOf(path))) problems.push(unreadable(path, messageOf(error)));
    return undefined;
  }
}

function loadFile(path: TopicPath, bytes: Buffer, rules: HideRules): LoadedParts {
  const { text, isUtf8 } = decodeText(bytes);
  const result = hide(path, text, rules);
  if (result.text === undefined) {
    return { shown: [], hidden: [{ path, text, hidden: result.hidden }], problems: [] };
  }
  const problems = !isUtf8 || result.isFaulty ? faultsOf(path, bytes) : [];
  return { shown: [{ path, ...result }], hidden: [], problems };
}

/** Of the file as it is. What the YAML reader quotes may be private: `loci doctor` has it. */
function faultsOf(path: TopicPath, bytes: Buffer): SiteProblem[] {
  const known = new Set(["NOT_UTF8", "NUL_BYTE", "BAD_FRONTMATTER"]);
  return parseTopic(path, bytes)
    .problems.filter(({ code }) => known.has(code))
    .map(({ code, line, message }) => ({
      ...{ code, file: path, line },
      message:
        code === "BAD_FRONTMATTER"
          ? "The frontmatter cannot be read; loci doctor says why"
          : message,
    }));
}

const skippedProblems = (skipped: FileList["skipped"], rules: HideRules): SiteProblem[] =>
  skipped
    .filter(({ path }) => rules.isScopeShown(privateScopeOf(path)))
    .map(({ path, reason }) => unreadable(path, reason));

const unreadable = (file: string, reason: string): SiteProblem => ({
  ...{ code: "UNREADABLE", file, line: 1 },
  message: `The file is left out: ${reason}`,
});
